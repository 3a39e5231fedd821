SELECT validate_references('messages');

DROP FUNCTION IF EXISTS partition_by_month;
DROP FUNCTION IF EXISTS bound_by_month;
