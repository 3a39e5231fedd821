SELECT bound_by_month('carrier_submissions', 'message_id');
