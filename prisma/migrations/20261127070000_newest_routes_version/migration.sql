-- How often what routes go by has changed by now. Each query of a volatile function sees what is committed as it begins, also
-- in a statement that began before and has waited for a lock since.
CREATE FUNCTION newest_routes_version() RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN coalesce((SELECT version FROM routes_version), 0);
END $$;
