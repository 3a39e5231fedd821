SELECT bound_by_month('delivery_reports', 'message_id');
