// The schema of the PostgreSQL database that holds the copies of all sites. Desks have no rights on its tables: they call its
// functions, which check which site a login belongs to, and refuse every desk but the one that holds the site.

/** The steps that bring a PostgreSQL database to the newest schema, in order. Existing ones are never changed. */
export const POSTGRES_MIGRATIONS: readonly { readonly version: number; readonly sql: string }[] = [
  {
    version: 1,
    sql: `
CREATE TABLE drawdesk.site (
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{1,40}$'),
  -- The only login that may write and take over this site.
  login name NOT NULL,
  -- Raised by each take-over; 0 until the first desk has come.
  epoch bigint NOT NULL DEFAULT 0,
  holder uuid,
  holder_name text NOT NULL DEFAULT '',
  -- A fingerprint of the site's key, so that a wrong recovery key is refused before anything changes.
  key_check text NOT NULL DEFAULT '',
  store_version integer NOT NULL DEFAULT 0,
  number bigint NOT NULL DEFAULT 0,
  chain text NOT NULL DEFAULT '',
  -- While a full copy comes in: its first and last number. Rows of before are dropped at its end.
  full_from bigint,
  full_until bigint,
  -- Whether a full copy has ever been whole.
  is_whole boolean NOT NULL DEFAULT false,
  copied_until_ms bigint,
  -- Counts of the site for the fleet page, without anything about a patient.
  status jsonb NOT NULL DEFAULT '{}',
  last_sign timestamptz
);
CREATE TABLE drawdesk.record (
  site_id text NOT NULL REFERENCES drawdesk.site (id),
  table_name text NOT NULL,
  -- A fingerprint of the row's primary key, made with the site's key.
  record_key text NOT NULL,
  number bigint NOT NULL,
  -- The row, encrypted with the site's key.
  sealed text NOT NULL,
  PRIMARY KEY (site_id, table_name, record_key)
);
CREATE INDEX record_number ON drawdesk.record (site_id, number);
-- Each change of the site desk, for whoever asks later and for the desk that was replaced.
CREATE TABLE drawdesk.take_over (
  site_id text NOT NULL REFERENCES drawdesk.site (id),
  epoch bigint NOT NULL,
  taken_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  holder_name text NOT NULL,
  from_holder_name text NOT NULL,
  number bigint NOT NULL,
  copied_until_ms bigint,
  last_sign timestamptz,
  not_copied integer NOT NULL,
  PRIMARY KEY (site_id, epoch)
);

CREATE FUNCTION drawdesk.in_ms(at timestamptz) RETURNS bigint LANGUAGE sql STABLE
  AS $$ SELECT (extract(epoch FROM at) * 1000)::bigint $$;

-- The site, locked until the end of the transaction. No other login gets it, whatever it calls.
CREATE FUNCTION drawdesk.own_site(p_site text) RETURNS drawdesk.site LANGUAGE plpgsql AS $$
DECLARE s drawdesk.site;
BEGIN
  SELECT * INTO s FROM drawdesk.site WHERE id = p_site AND login = session_user FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the login % holds no site %', session_user, p_site USING ERRCODE = 'DD404';
  END IF;
  RETURN s;
END $$;

-- What a desk of an older epoch, or one that never held the site, is told instead.
CREATE FUNCTION drawdesk.refusal(s drawdesk.site, p_epoch bigint) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('kind', 'fenced', 'epoch', s.epoch, 'by', s.holder_name,
    'atMs', coalesce((SELECT drawdesk.in_ms(taken_at) FROM drawdesk.take_over
      WHERE site_id = s.id AND epoch > p_epoch ORDER BY epoch LIMIT 1), drawdesk.in_ms(clock_timestamp())),
    'copiedNumber', coalesce((SELECT number FROM drawdesk.take_over
      WHERE site_id = s.id AND epoch > p_epoch ORDER BY epoch LIMIT 1), 0))
$$;

CREATE FUNCTION drawdesk.look(p_site text) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE s drawdesk.site := drawdesk.own_site(p_site);
BEGIN
  RETURN jsonb_build_object('epoch', s.epoch, 'holderName', s.holder_name, 'keyCheck', s.key_check,
    'storeVersion', s.store_version, 'number', s.number, 'isWhole', s.is_whole,
    'copiedUntilMs', s.copied_until_ms, 'lastSignMs', drawdesk.in_ms(s.last_sign),
    'notCopied', coalesce((s.status->>'notCopied')::integer, 0));
END $$;

-- A desk begins its work with the copy: the first one of a site gets epoch 1, the holder is told how far the copy is.
CREATE FUNCTION drawdesk.agree(p_site text, p_epoch bigint, p_holder uuid, p_about jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE s drawdesk.site := drawdesk.own_site(p_site);
BEGIN
  IF s.epoch = 0 THEN
    UPDATE drawdesk.site SET epoch = 1, holder = p_holder, key_check = p_about->>'keyCheck' WHERE id = p_site
      RETURNING * INTO s;
  ELSIF s.holder <> p_holder AND p_epoch = 0 THEN
    RETURN jsonb_build_object('kind', 'held', 'by', s.holder_name);
  END IF;
  -- A desk whose first answer was lost still thinks of epoch 0.
  IF s.holder <> p_holder OR (p_epoch <> 0 AND s.epoch <> p_epoch) THEN
    RETURN drawdesk.refusal(s, p_epoch);
  END IF;
  UPDATE drawdesk.site SET holder_name = p_about->>'holderName', last_sign = clock_timestamp() WHERE id = p_site;
  RETURN jsonb_build_object('kind', 'agreed', 'epoch', s.epoch, 'number', s.number, 'chain', s.chain);
END $$;

-- Takes a batch, whole or not at all. One that came before is taken once.
CREATE FUNCTION drawdesk.write(p_site text, p_epoch bigint, p_holder uuid, p_batch jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE s drawdesk.site := drawdesk.own_site(p_site);
BEGIN
  IF s.epoch <> p_epoch OR s.holder <> p_holder THEN RETURN drawdesk.refusal(s, p_epoch); END IF;
  IF s.number <> (p_batch->>'number')::bigint OR s.chain <> p_batch->>'chain' THEN
    IF s.number <> (p_batch->>'afterNumber')::bigint OR s.chain <> p_batch->>'afterChain' THEN
      RETURN jsonb_build_object('kind', 'out-of-step');
    END IF;
    IF p_batch->'allAnew' <> 'null' THEN
      UPDATE drawdesk.site SET full_from = (p_batch->'allAnew'->>'from')::bigint,
        full_until = (p_batch->'allAnew'->>'until')::bigint,
        store_version = (p_batch->>'storeVersion')::integer WHERE id = p_site RETURNING * INTO s;
    END IF;
    DELETE FROM drawdesk.record AS r
      USING jsonb_to_recordset(p_batch->'rows') AS c("table" text, key text, number bigint, sealed text)
      WHERE c.sealed IS NULL AND r.site_id = p_site AND r.table_name = c."table" AND r.record_key = c.key;
    INSERT INTO drawdesk.record (site_id, table_name, record_key, number, sealed)
      SELECT p_site, c."table", c.key, c.number, c.sealed
      FROM jsonb_to_recordset(p_batch->'rows') AS c("table" text, key text, number bigint, sealed text)
      WHERE c.sealed IS NOT NULL
      ON CONFLICT (site_id, table_name, record_key)
        DO UPDATE SET number = excluded.number, sealed = excluded.sealed;
    IF s.full_until <= (p_batch->>'number')::bigint THEN
      DELETE FROM drawdesk.record WHERE site_id = p_site AND number < s.full_from;
      UPDATE drawdesk.site SET full_from = NULL, full_until = NULL, is_whole = true WHERE id = p_site;
    END IF;
  END IF;
  UPDATE drawdesk.site SET number = (p_batch->>'number')::bigint, chain = p_batch->>'chain',
    copied_until_ms = (p_batch->>'copiedUntilMs')::bigint, status = p_batch->'status',
    last_sign = clock_timestamp() WHERE id = p_site;
  RETURN jsonb_build_object('kind', 'copied');
END $$;

-- Another machine becomes the site desk, if the site is still as that machine has seen it.
CREATE FUNCTION drawdesk.take_over(p_site text, p_seen_epoch bigint, p_holder uuid, p_holder_name text) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE s drawdesk.site := drawdesk.own_site(p_site);
BEGIN
  IF s.epoch <> p_seen_epoch THEN RETURN drawdesk.refusal(s, p_seen_epoch); END IF;
  INSERT INTO drawdesk.take_over
      (site_id, epoch, holder_name, from_holder_name, number, copied_until_ms, last_sign, not_copied)
    VALUES (p_site, s.epoch + 1, p_holder_name, s.holder_name, s.number, s.copied_until_ms, s.last_sign,
      coalesce((s.status->>'notCopied')::integer, 0));
  UPDATE drawdesk.site SET epoch = s.epoch + 1, holder = p_holder, holder_name = p_holder_name WHERE id = p_site;
  RETURN jsonb_build_object('kind', 'taken', 'epoch', s.epoch + 1, 'number', s.number, 'chain', s.chain,
    'from', s.holder_name, 'copiedUntilMs', s.copied_until_ms, 'lastSignMs', drawdesk.in_ms(s.last_sign),
    'notCopied', coalesce((s.status->>'notCopied')::integer, 0));
END $$;

-- The records of a site for the desk that has taken it over, a page at a time, in the order of table and key.
CREATE FUNCTION drawdesk.read(p_site text, p_epoch bigint, p_holder uuid, p_page jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE s drawdesk.site := drawdesk.own_site(p_site);
BEGIN
  IF s.epoch <> p_epoch OR s.holder <> p_holder THEN RETURN drawdesk.refusal(s, p_epoch); END IF;
  RETURN jsonb_build_object('kind', 'records', 'records', coalesce((SELECT jsonb_agg(page) FROM (
    SELECT table_name AS "table", record_key AS key, number, sealed FROM drawdesk.record
    WHERE site_id = p_site AND (table_name, record_key) > (p_page->>'afterTable', p_page->>'afterKey')
    ORDER BY table_name, record_key LIMIT (p_page->>'limit')::integer) AS page), '[]'));
END $$;

CREATE FUNCTION drawdesk.fleet() RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('site', id, 'holderName', holder_name, 'epoch', epoch,
    'isWhole', is_whole, 'copiedUntilMs', copied_until_ms, 'lastSignMs', drawdesk.in_ms(last_sign),
    'nowMs', drawdesk.in_ms(clock_timestamp()), 'status', status) ORDER BY id), '[]')
  FROM drawdesk.site WHERE epoch > 0
$$;

-- Runs with the rights of whoever prepares the database; nobody else may call it.
CREATE FUNCTION drawdesk.grant_role(p_role name, p_login name) RETURNS void LANGUAGE plpgsql AS $$
BEGIN EXECUTE format('GRANT %I TO %I', p_role, p_login); END $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA drawdesk FROM PUBLIC;
GRANT EXECUTE ON FUNCTION drawdesk.look, drawdesk.agree, drawdesk.write, drawdesk.take_over, drawdesk.read
  TO drawdesk_writer;
GRANT EXECUTE ON FUNCTION drawdesk.fleet TO drawdesk_fleet;
GRANT USAGE ON SCHEMA drawdesk TO drawdesk_writer, drawdesk_fleet;
`,
  },
  {
    version: 2,
    // A full copy came in over the rows of the one before, so that a take-over in its midst was given rows of both.
    sql: `
-- In the order in which a desk's batch takes them, so that neither waits for the other.
LOCK TABLE drawdesk.site, drawdesk.record IN ACCESS EXCLUSIVE MODE;
-- The full copy that the row is of: the number with which that began; 0: one from before there were generations.
ALTER TABLE drawdesk.record ADD COLUMN generation bigint NOT NULL DEFAULT 0;
ALTER TABLE drawdesk.record DROP CONSTRAINT record_pkey;
ALTER TABLE drawdesk.record ADD PRIMARY KEY (site_id, generation, table_name, record_key);
DROP INDEX drawdesk.record_number;
-- The generation that is whole, from which a desk is made. The one that comes in meanwhile is full_from.
ALTER TABLE drawdesk.site ADD COLUMN generation bigint NOT NULL DEFAULT 0;
-- One that is half there has overwritten what was before it. Its desk is out of step by this, and begins once more.
UPDATE drawdesk.site SET full_from = NULL, full_until = NULL, chain = 'begin anew' WHERE full_from IS NOT NULL;

-- Says also until when the copy is whole, and, as write does, which version of this schema it is in.
CREATE OR REPLACE FUNCTION drawdesk.agree(p_site text, p_epoch bigint, p_holder uuid, p_about jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE s drawdesk.site := drawdesk.own_site(p_site);
BEGIN
  IF s.epoch = 0 THEN
    UPDATE drawdesk.site SET epoch = 1, holder = p_holder, key_check = p_about->>'keyCheck' WHERE id = p_site
      RETURNING * INTO s;
  ELSIF s.holder <> p_holder AND p_epoch = 0 THEN
    RETURN jsonb_build_object('kind', 'held', 'by', s.holder_name);
  END IF;
  -- A desk whose first answer was lost still thinks of epoch 0.
  IF s.holder <> p_holder OR (p_epoch <> 0 AND s.epoch <> p_epoch) THEN
    RETURN drawdesk.refusal(s, p_epoch);
  END IF;
  UPDATE drawdesk.site SET holder_name = p_about->>'holderName', last_sign = clock_timestamp() WHERE id = p_site;
  RETURN jsonb_build_object('kind', 'agreed', 'epoch', s.epoch, 'number', s.number, 'chain', s.chain,
    'copiedUntilMs', s.copied_until_ms, 'schema', (SELECT max(version) FROM drawdesk.migration));
END $$;

CREATE OR REPLACE FUNCTION drawdesk.write(p_site text, p_epoch bigint, p_holder uuid, p_batch jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE s drawdesk.site := drawdesk.own_site(p_site);
BEGIN
  IF s.epoch <> p_epoch OR s.holder <> p_holder THEN RETURN drawdesk.refusal(s, p_epoch); END IF;
  IF s.number <> (p_batch->>'number')::bigint OR s.chain <> p_batch->>'chain' THEN
    IF s.number <> (p_batch->>'afterNumber')::bigint OR s.chain <> p_batch->>'afterChain' THEN
      RETURN jsonb_build_object('kind', 'out-of-step');
    END IF;
    IF p_batch->'allAnew' <> 'null' THEN
      UPDATE drawdesk.site SET full_from = (p_batch->'allAnew'->>'from')::bigint,
        full_until = (p_batch->'allAnew'->>'until')::bigint WHERE id = p_site RETURNING * INTO s;
    END IF;
    DELETE FROM drawdesk.record AS r
      USING jsonb_to_recordset(p_batch->'rows') AS c("table" text, key text, number bigint, sealed text)
      WHERE c.sealed IS NULL AND r.site_id = p_site AND r.generation = coalesce(s.full_from, s.generation)
        AND r.table_name = c."table" AND r.record_key = c.key;
    INSERT INTO drawdesk.record (site_id, generation, table_name, record_key, number, sealed)
      SELECT p_site, coalesce(s.full_from, s.generation), c."table", c.key, c.number, c.sealed
      FROM jsonb_to_recordset(p_batch->'rows') AS c("table" text, key text, number bigint, sealed text)
      WHERE c.sealed IS NOT NULL
      ON CONFLICT (site_id, generation, table_name, record_key)
        DO UPDATE SET number = excluded.number, sealed = excluded.sealed;
    IF s.full_until <= (p_batch->>'number')::bigint THEN
      UPDATE drawdesk.site SET generation = full_from, full_from = NULL, full_until = NULL, is_whole = true,
        store_version = (p_batch->>'storeVersion')::integer WHERE id = p_site RETURNING * INTO s;
    END IF;
  END IF;
  -- Those before the whole one, and those between it and the one that comes in, which were cut short. Some at a time, so that a
  -- large site's next batch is not kept waiting.
  DELETE FROM drawdesk.record WHERE ctid = ANY (ARRAY(
    (SELECT ctid FROM drawdesk.record WHERE site_id = p_site AND generation < s.generation
      ORDER BY generation LIMIT 5000)
    UNION ALL
    (SELECT ctid FROM drawdesk.record WHERE site_id = p_site AND generation > s.generation AND generation < s.full_from
      ORDER BY generation LIMIT 5000)));
  UPDATE drawdesk.site SET number = (p_batch->>'number')::bigint, chain = p_batch->>'chain',
    -- What a desk would be made from now is no newer while a full copy comes in.
    copied_until_ms = CASE WHEN s.full_from IS NULL THEN (p_batch->>'copiedUntilMs')::bigint ELSE copied_until_ms END,
    status = p_batch->'status', last_sign = clock_timestamp() WHERE id = p_site;
  RETURN jsonb_build_object('kind', 'copied', 'schema', (SELECT max(version) FROM drawdesk.migration));
END $$;

CREATE OR REPLACE FUNCTION drawdesk.read(p_site text, p_epoch bigint, p_holder uuid, p_page jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE s drawdesk.site := drawdesk.own_site(p_site);
BEGIN
  IF s.epoch <> p_epoch OR s.holder <> p_holder THEN RETURN drawdesk.refusal(s, p_epoch); END IF;
  RETURN jsonb_build_object('kind', 'records', 'records', coalesce((SELECT jsonb_agg(page) FROM (
    SELECT table_name AS "table", record_key AS key, number, sealed FROM drawdesk.record
    WHERE site_id = p_site AND generation = s.generation
      AND (table_name, record_key) > (p_page->>'afterTable', p_page->>'afterKey')
    ORDER BY table_name, record_key LIMIT (p_page->>'limit')::integer) AS page), '[]'));
END $$;
`,
  },
  {
    version: 3,
    // A database that was restored from a backup of before a take-over told the site desk that the machine before it had taken over,
    // and it saved nothing more. The later take-over counts, whatever the database remembers of it. Two machines with one data folder,
    // as where a disk was copied, are one desk by holder and epoch: each copied everything anew after the other, for ever, and both
    // sent and printed. So each start has a name, and one waits while another gives signs of life.
    sql: `
-- Made by the desk at each start; null: of a version that made none.
ALTER TABLE drawdesk.site ADD COLUMN start_id text;
-- The desk whose start that is.
ALTER TABLE drawdesk.site ADD COLUMN start_holder uuid;

CREATE OR REPLACE FUNCTION drawdesk.agree(p_site text, p_epoch bigint, p_holder uuid, p_about jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  s drawdesk.site := drawdesk.own_site(p_site);
  v_start_id text := p_about->'start'->>'id';
BEGIN
  IF s.epoch = 0 THEN
    UPDATE drawdesk.site SET epoch = greatest(p_epoch, 1), holder = p_holder, key_check = p_about->>'keyCheck'
      WHERE id = p_site RETURNING * INTO s;
  ELSIF p_epoch > s.epoch AND s.key_check = p_about->>'keyCheck' THEN
    INSERT INTO drawdesk.take_over
        (site_id, epoch, holder_name, from_holder_name, number, copied_until_ms, last_sign, not_copied)
      VALUES (p_site, p_epoch, p_about->>'holderName', s.holder_name, s.number, s.copied_until_ms, s.last_sign, 0);
    UPDATE drawdesk.site SET epoch = p_epoch, holder = p_holder WHERE id = p_site RETURNING * INTO s;
  ELSIF s.holder <> p_holder AND (p_epoch = 0 OR p_epoch > s.epoch) THEN
    RETURN jsonb_build_object('kind', 'held', 'by', s.holder_name);
  END IF;
  -- A desk whose first answer was lost still thinks of epoch 0.
  IF s.holder <> p_holder OR (p_epoch <> 0 AND s.epoch <> p_epoch) THEN
    RETURN drawdesk.refusal(s, p_epoch);
  END IF;
  -- A desk gives a sign of life every ten seconds. One that knows of the other start was made from its data, after its end.
  IF s.start_holder = p_holder AND s.start_id <> v_start_id
    AND NOT coalesce(p_about->'start'->'after' ? s.start_id, false)
    AND clock_timestamp() - s.last_sign BETWEEN interval '0' AND interval '30 seconds' THEN
    RETURN jsonb_build_object('kind', 'at-work', 'by', s.holder_name);
  END IF;
  UPDATE drawdesk.site SET holder_name = p_about->>'holderName', last_sign = clock_timestamp(),
    start_id = v_start_id, start_holder = p_holder WHERE id = p_site;
  RETURN jsonb_build_object('kind', 'agreed', 'epoch', s.epoch, 'number', s.number, 'chain', s.chain, 'copiedUntilMs', s.copied_until_ms, 'schema', (SELECT max(version) FROM drawdesk.migration));
END $$;

ALTER FUNCTION drawdesk.write RENAME TO take_batch;
REVOKE ALL ON FUNCTION drawdesk.take_batch FROM drawdesk_writer;
CREATE FUNCTION drawdesk.write(p_site text, p_epoch bigint, p_holder uuid, p_batch jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE s drawdesk.site := drawdesk.own_site(p_site);
BEGIN
  -- Another start has agreed since. Whether this one may go on is told there.
  IF s.epoch = p_epoch AND s.holder = p_holder AND s.start_id IS DISTINCT FROM p_batch->>'start' THEN
    RETURN jsonb_build_object('kind', 'out-of-step');
  END IF;
  RETURN drawdesk.take_batch(p_site, p_epoch, p_holder, p_batch);
END $$;
REVOKE ALL ON FUNCTION drawdesk.write FROM PUBLIC;
GRANT EXECUTE ON FUNCTION drawdesk.write TO drawdesk_writer;
`,
  },
  {
    version: 5,
    // A machine with the settings of another service learned only from the records that the copy is none of its service; by then the desk
    // at work was replaced.
    sql: `
CREATE OR REPLACE FUNCTION drawdesk.look(p_site text) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE s drawdesk.site := drawdesk.own_site(p_site);
BEGIN
  RETURN jsonb_build_object('epoch', s.epoch, 'holderName', s.holder_name, 'keyCheck', s.key_check,
    'storeVersion', s.store_version, 'number', s.number, 'isWhole', s.is_whole,
    'copiedUntilMs', s.copied_until_ms, 'lastSignMs', drawdesk.in_ms(s.last_sign),
    'notCopied', coalesce((s.status->>'notCopied')::integer, 0), 'madeFor', s.status->'madeFor');
END $$;
`,
  },
  {
    version: 6,
    // A take-over replaced the machine at work before it was known that the new one can take the copy: with a full disk there was no site
    // desk any more. So the copy can be read while its desk works. A desk that was replaced also learns where the copy was, not only by a
    // number: a desk from an older backup numbers other changes.
    sql: `
ALTER TABLE drawdesk.take_over ADD COLUMN chain text;

CREATE OR REPLACE FUNCTION drawdesk.look(p_site text) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE s drawdesk.site := drawdesk.own_site(p_site);
BEGIN
  RETURN jsonb_build_object('epoch', s.epoch, 'holderName', s.holder_name, 'keyCheck', s.key_check,
    'storeVersion', s.store_version, 'number', s.number, 'isWhole', s.is_whole, 'generation', s.generation,
    'copiedUntilMs', s.copied_until_ms, 'lastSignMs', drawdesk.in_ms(s.last_sign),
    'notCopied', coalesce((s.status->>'notCopied')::integer, 0), 'madeFor', s.status->'madeFor');
END $$;

-- Where a desk was made from a copy that the database had restored from a backup, the chain stays null: it is none of the desk before.
CREATE OR REPLACE FUNCTION drawdesk.refusal(s drawdesk.site, p_epoch bigint) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE t drawdesk.take_over;
BEGIN
  SELECT * INTO t FROM drawdesk.take_over WHERE site_id = s.id AND epoch > p_epoch ORDER BY epoch LIMIT 1;
  RETURN jsonb_build_object('kind', 'fenced', 'epoch', s.epoch, 'by', s.holder_name,
    'atMs', drawdesk.in_ms(coalesce(t.taken_at, clock_timestamp())),
    'copiedNumber', coalesce(t.number, 0), 'copiedChain', t.chain);
END $$;

CREATE OR REPLACE FUNCTION drawdesk.take_over(p_site text, p_seen_epoch bigint, p_holder uuid, p_holder_name text) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE s drawdesk.site := drawdesk.own_site(p_site);
BEGIN
  IF s.epoch <> p_seen_epoch THEN RETURN drawdesk.refusal(s, p_seen_epoch); END IF;
  INSERT INTO drawdesk.take_over
      (site_id, epoch, holder_name, from_holder_name, number, chain, copied_until_ms, last_sign, not_copied)
    VALUES (p_site, s.epoch + 1, p_holder_name, s.holder_name, s.number, s.chain, s.copied_until_ms, s.last_sign,
      coalesce((s.status->>'notCopied')::integer, 0));
  UPDATE drawdesk.site SET epoch = s.epoch + 1, holder = p_holder, holder_name = p_holder_name WHERE id = p_site;
  RETURN jsonb_build_object('kind', 'taken', 'epoch', s.epoch + 1, 'number', s.number, 'chain', s.chain,
    'from', s.holder_name, 'copiedUntilMs', s.copied_until_ms, 'lastSignMs', drawdesk.in_ms(s.last_sign),
    'notCopied', coalesce((s.status->>'notCopied')::integer, 0));
END $$;

-- The site as it is now, without a lock: whoever reads a whole copy holds no batch of the desk at work up. STABLE: what follows in the
-- same call is of the same moment.
CREATE FUNCTION drawdesk.seen_site(p_site text) RETURNS drawdesk.site LANGUAGE plpgsql STABLE AS $$
DECLARE s drawdesk.site;
BEGIN
  SELECT * INTO s FROM drawdesk.site WHERE id = p_site AND login = session_user;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the login % holds no site %', session_user, p_site USING ERRCODE = 'DD404';
  END IF;
  RETURN s;
END $$;

-- A page of the records of the whole copy that were changed after a number, in the order of table and key.
CREATE FUNCTION drawdesk.records(p_site text, p_page jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE s drawdesk.site := drawdesk.seen_site(p_site);
BEGIN
  RETURN jsonb_build_object('epoch', s.epoch, 'by', s.holder_name, 'generation', s.generation, 'number', s.number,
    'records', coalesce((SELECT jsonb_agg(page) FROM (
      SELECT table_name AS "table", record_key AS key, number, sealed FROM drawdesk.record
      WHERE site_id = p_site AND generation = s.generation AND number > (p_page->>'afterNumber')::bigint
        AND (table_name, record_key) > (p_page->>'afterTable', p_page->>'afterKey')
      ORDER BY table_name, record_key LIMIT (p_page->>'limit')::integer) AS page), '[]'));
END $$;

-- How many records of each table the whole copy has.
CREATE FUNCTION drawdesk.record_counts(p_site text) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE s drawdesk.site := drawdesk.seen_site(p_site);
BEGIN
  RETURN jsonb_build_object('epoch', s.epoch, 'by', s.holder_name, 'counts', coalesce((
    SELECT jsonb_object_agg(table_name, count) FROM (SELECT table_name, count(*) AS count FROM drawdesk.record
      WHERE site_id = p_site AND generation = s.generation GROUP BY table_name) AS counted), '{}'));
END $$;

-- The keys of one table, in their order, a page at a time.
CREATE FUNCTION drawdesk.record_keys(p_site text, p_page jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE s drawdesk.site := drawdesk.seen_site(p_site);
BEGIN
  RETURN jsonb_build_object('epoch', s.epoch, 'by', s.holder_name, 'keys', coalesce((SELECT jsonb_agg(key) FROM (
    SELECT record_key AS key FROM drawdesk.record
    WHERE site_id = p_site AND generation = s.generation
      AND table_name = p_page->>'table' AND record_key > p_page->>'afterKey'
    ORDER BY record_key LIMIT (p_page->>'limit')::integer) AS page), '[]'));
END $$;

REVOKE ALL ON FUNCTION drawdesk.seen_site, drawdesk.records, drawdesk.record_counts, drawdesk.record_keys FROM PUBLIC;
GRANT EXECUTE ON FUNCTION drawdesk.records, drawdesk.record_counts, drawdesk.record_keys TO drawdesk_writer;
`,
  },
  {
    version: 7,
    // A take-over that was started again, after it was cut short when the machine at work was replaced already, named itself as the machine
    // before, and said of it that it goes on.
    sql: `
-- Whether the desk that holds the site has not begun its work: the one before it was replaced, and nobody has come after it yet. Databases
-- knew no starts before version 3, so the start may be missing of a desk at work.
CREATE FUNCTION drawdesk.is_replaced(s drawdesk.site) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(s.start_holder <> s.holder, false)
$$;

-- The machine that worked with the site last.
CREATE FUNCTION drawdesk.last_at_work(s drawdesk.site) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT from_holder_name FROM drawdesk.take_over
    WHERE site_id = s.id AND epoch = s.epoch AND drawdesk.is_replaced(s)), s.holder_name)
$$;

CREATE OR REPLACE FUNCTION drawdesk.look(p_site text) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE s drawdesk.site := drawdesk.own_site(p_site);
BEGIN
  RETURN jsonb_build_object('epoch', s.epoch, 'holderName', drawdesk.last_at_work(s),
    'isReplaced', drawdesk.is_replaced(s), 'keyCheck', s.key_check,
    'storeVersion', s.store_version, 'number', s.number, 'isWhole', s.is_whole, 'generation', s.generation,
    'copiedUntilMs', s.copied_until_ms, 'lastSignMs', drawdesk.in_ms(s.last_sign),
    'notCopied', coalesce((s.status->>'notCopied')::integer, 0), 'madeFor', s.status->'madeFor');
END $$;

CREATE OR REPLACE FUNCTION drawdesk.take_over(p_site text, p_seen_epoch bigint, p_holder uuid, p_holder_name text) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  s drawdesk.site := drawdesk.own_site(p_site);
  v_from text := drawdesk.last_at_work(s);
BEGIN
  IF s.epoch <> p_seen_epoch THEN RETURN drawdesk.refusal(s, p_seen_epoch); END IF;
  INSERT INTO drawdesk.take_over
      (site_id, epoch, holder_name, from_holder_name, number, chain, copied_until_ms, last_sign, not_copied)
    VALUES (p_site, s.epoch + 1, p_holder_name, v_from, s.number, s.chain, s.copied_until_ms, s.last_sign,
      coalesce((s.status->>'notCopied')::integer, 0));
  UPDATE drawdesk.site SET epoch = s.epoch + 1, holder = p_holder, holder_name = p_holder_name WHERE id = p_site;
  RETURN jsonb_build_object('kind', 'taken', 'epoch', s.epoch + 1, 'number', s.number, 'chain', s.chain,
    'from', v_from, 'copiedUntilMs', s.copied_until_ms, 'lastSignMs', drawdesk.in_ms(s.last_sign),
    'notCopied', coalesce((s.status->>'notCopied')::integer, 0));
END $$;

REVOKE ALL ON FUNCTION drawdesk.is_replaced, drawdesk.last_at_work FROM PUBLIC;
`,
  },
  {
    version: 8,
    // A site that was added, and whose desk has never come, was missing from the fleet page, so nobody saw that its copying was never set
    // up. And whoever took over could not tell how long ago the machine at work was heard of: the two clocks may differ.
    sql: `
CREATE OR REPLACE FUNCTION drawdesk.fleet() RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('site', id, 'holderName', holder_name, 'epoch', epoch,
    'isWhole', is_whole, 'copiedUntilMs', copied_until_ms, 'lastSignMs', drawdesk.in_ms(last_sign),
    'nowMs', drawdesk.in_ms(clock_timestamp()), 'status', status) ORDER BY id), '[]')
  FROM drawdesk.site
$$;

CREATE OR REPLACE FUNCTION drawdesk.look(p_site text) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE s drawdesk.site := drawdesk.own_site(p_site);
BEGIN
  RETURN jsonb_build_object('epoch', s.epoch, 'holderName', drawdesk.last_at_work(s),
    'isReplaced', drawdesk.is_replaced(s), 'keyCheck', s.key_check,
    'storeVersion', s.store_version, 'number', s.number, 'isWhole', s.is_whole, 'generation', s.generation,
    'copiedUntilMs', s.copied_until_ms, 'lastSignMs', drawdesk.in_ms(s.last_sign),
    'nowMs', drawdesk.in_ms(clock_timestamp()),
    'notCopied', coalesce((s.status->>'notCopied')::integer, 0), 'madeFor', s.status->'madeFor');
END $$;
`,
  },
];

/** The version of a database's schema that was brought up to date. */
export const POSTGRES_SCHEMA = POSTGRES_MIGRATIONS.at(-1)?.version ?? 0;

/** Makes the roles and the schema of an empty database. Whoever runs it must be allowed to make roles. */
export const PREPARE_ROLES = `
DO $$
DECLARE wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['drawdesk_owner', 'drawdesk_writer', 'drawdesk_fleet'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN EXECUTE format('CREATE ROLE %I NOLOGIN', wanted); END IF;
  END LOOP;
END $$;
GRANT drawdesk_owner TO CURRENT_USER;
CREATE SCHEMA IF NOT EXISTS drawdesk AUTHORIZATION drawdesk_owner;
SET ROLE drawdesk_owner;
CREATE TABLE IF NOT EXISTS drawdesk.migration (version integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
`;

/** Parameters: id, login. */
export const ADD_SITE = `
INSERT INTO drawdesk.site (id, login) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET login = excluded.login`;
/** The login that a site has, if it is another; parameters: site, login. Rows of {login}. */
export const FORMER_LOGIN = 'SELECT login FROM drawdesk.site WHERE id = $1 AND login <> $2';
/** The versions that a database has had: rows of {version}. */
export const MIGRATIONS_HAD = 'SELECT version FROM drawdesk.migration';
/** Parameter: version. */
export const NOTE_MIGRATION = 'INSERT INTO drawdesk.migration (version) VALUES ($1)';
/** Gives a login a role; parameters: role, login. A GRANT takes no parameters, so a function of the session makes it. */
export const GRANT_ROLE = 'SELECT drawdesk.grant_role($1, $2)';
