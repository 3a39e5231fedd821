using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

// Try it: WEBHOOK_SECRET=whsec_… dotnet run verify.cs <timestamp> <signature> < body.json
using var body = new MemoryStream();
await Console.OpenStandardInput().CopyToAsync(body);
var (timestamp, signature) = args.Length == 2 ? (args[0], args[1]) : ("", "");
var secret = Environment.GetEnvironmentVariable("WEBHOOK_SECRET") ?? "";
var genuine = Webhook.Verify(body.ToArray(), timestamp, signature, secret);
Console.WriteLine(genuine ? "genuine" : "not genuine");
return genuine ? 0 : 1;

static class Webhook
{
    /// <summary>Returns whether a webhook request is genuine and recent.</summary>
    /// <param name="rawBody">the body's bytes as they arrived, before any parsing</param>
    /// <param name="secret">whole, with its prefix whsec_</param>
    public static bool Verify(
        byte[] rawBody, string timestamp, string signature, string secret, DateTimeOffset? now = null)
    {
        if (secret == "" || !Regex.IsMatch(timestamp, @"\A[0-9]{1,12}\z")) return false;
        var age = (now ?? DateTimeOffset.UtcNow).ToUnixTimeSeconds() - long.Parse(timestamp);
        if (Math.Abs(age) > 300) return false;
        byte[] signed = [.. Encoding.UTF8.GetBytes(timestamp + "."), .. rawBody];
        var hash = HMACSHA256.HashData(Encoding.UTF8.GetBytes(secret), signed);
        var expected = Encoding.UTF8.GetBytes("v1=" + Convert.ToHexString(hash).ToLowerInvariant());
        // For a day after the secret is rolled there are two signatures; either will do.
        return signature.Split(',').Any(part =>
            CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(part.Trim()), expected));
    }
}
