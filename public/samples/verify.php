<?php

/**
 * Returns whether a webhook request is genuine and recent.
 * $rawBody is file_get_contents('php://input'), before any parsing; $secret is whole, with its prefix whsec_.
 */
function verify(string $rawBody, string $timestamp, string $signature, string $secret, ?int $now = null): bool
{
    if ($secret === '' || !preg_match('/\A[0-9]{1,12}\z/', $timestamp)) {
        return false;
    }
    if (abs(($now ?? time()) - (int) $timestamp) > 300) {
        return false;
    }
    $expected = 'v1=' . hash_hmac('sha256', $timestamp . '.' . $rawBody, $secret);
    // For a day after the secret is rolled there are two signatures; either will do.
    foreach (explode(',', $signature) as $part) {
        if (hash_equals($expected, trim($part))) {
            return true;
        }
    }
    return false;
}

// Try it: WEBHOOK_SECRET=whsec_… php verify.php <timestamp> <signature> < body.json
if (PHP_SAPI === 'cli' && realpath($argv[0]) === __FILE__) {
    $genuine = verify(
        stream_get_contents(STDIN),
        $argv[1] ?? '',
        $argv[2] ?? '',
        (string) getenv('WEBHOOK_SECRET')
    );
    echo $genuine ? "genuine\n" : "not genuine\n";
    exit($genuine ? 0 : 1);
}
