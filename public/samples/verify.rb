require "openssl"

# Returns whether a webhook request is genuine and recent.
# raw_body is request.body.read, before any parsing; secret is whole, with its prefix whsec_.
def verify(raw_body, timestamp, signature, secret, now = Time.now)
  return false if secret.to_s.empty? || !timestamp.to_s.match?(/\A[0-9]{1,12}\z/)
  return false if (now.to_i - timestamp.to_i).abs > 300

  expected = "v1=" + OpenSSL::HMAC.hexdigest("SHA256", secret, "#{timestamp}.".b + raw_body.b)
  # For a day after the secret is rolled there are two signatures; either will do.
  signature.to_s.split(",").any? { |part| OpenSSL.secure_compare(part.strip, expected) }
end

# Try it: WEBHOOK_SECRET=whsec_… ruby verify.rb <timestamp> <signature> < body.json
if $PROGRAM_NAME == __FILE__
  genuine = verify($stdin.binmode.read, ARGV[0], ARGV[1], ENV["WEBHOOK_SECRET"])
  puts genuine ? "genuine" : "not genuine"
  exit genuine
end
