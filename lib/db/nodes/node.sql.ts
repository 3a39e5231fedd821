/** Reads whether Citus is installed in a version that places schemas, as `knows`. */
export const KNOWS_PLACED = "select to_regclass('pg_catalog.pg_dist_schema') is not null as knows";

/** The nodes that have tables of the schema $1, as `host` and `port`: one row for a placed schema, none for any other. */
export const NODES_OF_SCHEMA = `
  select distinct n.nodename as host, n.nodeport as port
  from pg_dist_schema d
  join pg_dist_partition t on t.colocationid = d.colocationid
  join pg_dist_shard s on s.logicalrelid = t.logicalrelid
  join pg_dist_placement p on p.shardid = s.shardid
  join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
  where d.schemaid = to_regnamespace($1)`;

/** A table of a placed schema on its node. */
export type ShardRow = {
  table: string;
  /** The name of the shard, with its schema and quotes where these are needed. */
  shard: string;
  shardId: string;
  isPartition: boolean;
  /** The columns with a default from a sequence, which a shard lacks, and that default. */
  counted: Record<string, string> | null;
};

/** The tables of the schema $1 that have no view in the schema $2, as `ShardRow`. */
export const TABLES_WITHOUT_VIEW = `
  select c.relname as table, shard_name(c.oid, s.shardid) as shard, s.shardid::text as "shardId",
    c.relispartition as "isPartition",
    (select json_object_agg(a.attname, pg_get_expr(f.adbin, f.adrelid))
      from pg_attrdef f join pg_attribute a on a.attrelid = f.adrelid and a.attnum = f.adnum
      where f.adrelid = c.oid and pg_get_expr(f.adbin, f.adrelid) ~ '^(worker_)?nextval') as counted
  from pg_dist_shard s join pg_class c on c.oid = s.logicalrelid
  where c.relnamespace = to_regnamespace($1)
    and not exists (select from pg_class v where v.relnamespace = to_regnamespace($2) and v.relname = c.relname)
  order by c.relname`;

/** The name of the schema on a node that has the views of a placed schema. */
export const viewsOf = (schema: string): string => `${schema}_here`;

/** One advisory lock for a node: one session at a time makes or removes views. */
export const LOCK_VIEWS = "select pg_advisory_xact_lock(7415003)";

/** Makes the session hold that lock until it ends, and define objects only on its node. */
export const KEEP_VIEWS_AWAY = "set citus.enable_ddl_propagation = off; select pg_advisory_lock(7415003)";

/**
 * Creates the objects that a placed schema needs on its node before its views.
 * - `is_here` checks whether the node has the schema.
 * - `stay_here`, a trigger, refuses changes after a move by the cluster. It locks the shard until the transaction
 *   ends, as Citus does for a change. A move waits for the transaction, and the transaction for the move.
 * - `nextval` counts at the coordinator, since Citus keeps sequences of whole numbers there. A statement with
 *   `nextval('name')` calls this function: PostgreSQL reads an untyped constant as a text.
 * @param shardId the shard that stands for all: Citus moves and locks them together.
 */
export function nodeSchemaText(schema: string, shardId: string): string {
  const views = viewsOf(schema);
  return `
    create schema if not exists ${views};
    create or replace function ${views}.is_here() returns boolean language sql volatile as $$
      select exists (select from pg_catalog.pg_dist_placement p join pg_catalog.pg_dist_local_group l on l.groupid = p.groupid
        where p.shardid = ${shardId})
    $$;
    create or replace function ${views}.stay_here() returns trigger language plpgsql as $$
    begin
      if current_setting('gateway.here', true) = 'on' then return null; end if;
      perform pg_catalog.lock_shard_metadata(${SHARE_LOCK}, array[${shardId}]::bigint[]);
      if not ${views}.is_here() then
        raise exception 'The cluster has moved the cell to another node.' using errcode = '${CELL_MOVED}';
      end if;
      perform set_config('gateway.here', 'on', true);
      return null;
    end $$;
    create or replace function ${views}.nextval(sequence text) returns bigint language plpgsql volatile as $$
    declare
      counted record;
    begin
      select * into counted from pg_catalog.run_command_on_coordinator(
        format('select nextval(%L)', '${schema}.' || sequence));
      if not counted.success then raise exception '%', counted.result using errcode = 'cannot_connect_now'; end if;
      return counted.result;
    end $$;`;
}

/** PostgreSQL's number of the mode SHARE, in which Citus locks a shard for a change. */
const SHARE_LOCK = 5;

/** The SQLSTATE of a change in a cell that the cluster has moved. It had no effect. */
export const CELL_MOVED = "40M02";

/** Creates the view of a table, with the table's name, and the trigger on its shard. */
export function viewText(views: string, { table, shard, isPartition, counted }: ShardRow): string {
  const view = `${views}."${table}"`;
  const defaults = Object.entries(counted ?? {}).map(([column, value]) => {
    const sequence = /^worker_nextval\('(?:\w+\.)?(\w+)'/.exec(value)?.[1];
    const next = sequence === undefined ? value : `${views}.nextval('${sequence}')`;
    return `alter view ${view} alter column "${column}" set default ${next};`;
  });
  const trigger = `create or replace trigger stay_here before insert or update or delete on ${shard}
    for each statement execute function ${views}.stay_here();`;
  return [
    `create view ${view} as select * from ${shard};`,
    ...defaults,
    // A statement names the whole table, whose trigger runs for changes of all partitions.
    ...(isPartition ? [] : [trigger]),
  ].join("\n");
}

/**
 * Removes the views of a placed schema, and ends the sessions that use them by their application name. A name without
 * its view would lead to Citus's own table.
 */
export function dropViewsText(views: string, application: string): string {
  return `
    drop schema if exists ${views} cascade;
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = '${application}' and datname = current_database() and pid <> pg_backend_pid()`;
}
