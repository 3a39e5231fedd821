#!/bin/sh
# Checks that a webhook request is genuine and recent, with OpenSSL.
# For looking into a request by hand: other users of the machine can see the secret while OpenSSL runs.
# WEBHOOK_SECRET=whsec_… sh verify.sh <timestamp> <signature> < body.json
set -eu

timestamp=${1-}
signature=${2-}
refuse() { echo "not genuine"; exit 1; }

[ -n "${WEBHOOK_SECRET-}" ] || refuse
case $timestamp in '' | *[!0-9]* | ?????????????*) refuse ;; esac

# A leading zero would make the number octal.
sent=$(printf '%s' "$timestamp" | sed 's/^0*//')
age=$(($(date +%s) - ${sent:-0}))
[ "$age" -le 300 ] && [ "$age" -ge -300 ] || refuse

# The body as it arrived: kept in a pipe, since a variable would lose its last line breaks.
expected=$({ printf '%s.' "$timestamp"; cat; } | openssl dgst -sha256 -mac HMAC -macopt "key:$WEBHOOK_SECRET" -r)
expected="v1=${expected%% *}"

# For a day after the secret is rolled there are two signatures; either will do.
case ",$(printf '%s' "$signature" | tr -d ' ')," in
  *",$expected,"*) echo "genuine" ;;
  *) refuse ;;
esac
