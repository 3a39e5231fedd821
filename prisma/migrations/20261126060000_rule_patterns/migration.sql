-- A rule may ask for a pattern too. All rules that are there keep to the narrower check.
ALTER TABLE "reply_rules"
    DROP CONSTRAINT "reply_rules_match_check",
    ADD CONSTRAINT "reply_rules_match_check" CHECK ("match" IN ('keyword', 'phrase', 'pattern', 'any'));
