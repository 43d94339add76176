const byOwner = 'LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp';

/** `alone`: a participation has its reward and no other payment. `beside others`: bonuses and top-ups stand beside it. */
export type Reward = 'alone' | 'beside others';

const conflict = (reward: Reward) =>
  `ON CONFLICT (participation_id)${reward === 'alone' ? '' : ` WHERE kind = 'reward'`}`;

/** Who completes is due the reward; who leaves after the start, a part of it, on which no decision follows. */
export const paymentFollows = (reward: Reward): string => `
  CREATE OR REPLACE FUNCTION research.payment_follows() RETURNS trigger ${byOwner} AS $$
  DECLARE
    has_left boolean := NEW.state IN ('withdrawn', 'screened_out');
  BEGIN
    IF NEW.state = 'completed' OR has_left THEN
      INSERT INTO research.payment AS made (id, participation_id, session_id, amount, fee, currency, state, day)
        SELECT gen_random_uuid(), NEW.id, NEW.session_id, due.amount,
          CASE WHEN has_left THEN (due.amount::bigint * h.fee_basis_points + 5000) / 10000 ELSE h.fee END,
          h.currency, CASE WHEN has_left THEN 'approved' ELSE 'due' END, (NEW.updated_at AT TIME ZONE 'UTC')::date
        FROM research.session_hold h JOIN research.session s ON s.id = h.session_id, LATERAL (
          SELECT CASE WHEN has_left THEN research.part_of_reward(h.reward, s.snapshot -> 'payment_terms', NEW.state,
            (s.snapshot ->> 'duration_minutes')::integer, NEW.updated_at - NEW.started_at) ELSE h.reward END AS amount) due
        WHERE h.session_id = NEW.session_id AND due.amount > 0
      ${conflict(reward)}
      DO UPDATE SET state = 'due', day = excluded.day WHERE made.state = 'reversed' AND excluded.state = 'due';
    ELSE
      UPDATE research.payment
        SET state = CASE NEW.state WHEN 'nullified' THEN 'reversed' ELSE NEW.state END,
          day = (NEW.updated_at AT TIME ZONE 'UTC')::date, method = NULL
        WHERE participation_id = NEW.id AND state = ANY (CASE NEW.state
          WHEN 'approved' THEN ARRAY['due', 'rejected', 'reversed']
          WHEN 'rejected' THEN ARRAY['due']
          ELSE ARRAY['due', 'approved', 'failed'] END);
    END IF;
    RETURN NULL;
  END $$;`;

/** Rewards of the day that are below the present one. */
const raised: Readonly<Record<Reward, string>> = {
  alone: `
    UPDATE research.payment made SET amount = h.reward, fee = h.fee
      FROM research.session_hold h, research.participation p
      WHERE h.session_id = session AND made.session_id = session AND made.day = today AND made.day_before IS NULL
        AND made.state IN ('due', 'waived') AND made.accrual_id IS NULL AND h.reward > made.amount
        AND p.id = made.participation_id AND p.state NOT IN ('withdrawn', 'screened_out');`,
  // Less what a top-up gave them already.
  'beside others': `
    UPDATE research.payment made SET amount = h.reward - topped.amount, fee = greatest(made.fee, h.fee - topped.fee)
      FROM research.session_hold h, (
        SELECT r.id, coalesce(sum(t.amount), 0)::integer AS amount, coalesce(sum(t.fee), 0)::integer AS fee
        FROM research.payment r JOIN research.participation p ON p.id = r.participation_id
          LEFT JOIN research.payment t ON t.participation_id = r.participation_id AND t.kind = 'top_up'
        WHERE r.session_id = session AND r.kind = 'reward' AND r.day = today AND r.day_before IS NULL
          AND p.state NOT IN ('withdrawn', 'screened_out')
        GROUP BY r.id) topped
      WHERE h.session_id = session AND made.id = topped.id AND made.day = today AND made.day_before IS NULL
        AND made.state IN ('due', 'waived') AND made.accrual_id IS NULL AND h.reward - topped.amount > made.amount;`,
};

/**
 * All who complete a session, or leave it in one way, on one day (UTC) are due the highest reward of the day, or its
 * part: an amount beside a tag must not tell whether its participant was there before the reward was raised.
 */
export const levelPayments = (reward: Reward): string => `
  CREATE OR REPLACE FUNCTION research.level_payments(session uuid, today date) RETURNS void ${byOwner} AS $$
  BEGIN
    WITH ended AS (
      SELECT p.id, p.session_id, h.currency, p.state <> 'completed' AS has_left, due.amount,
        CASE p.state WHEN 'completed' THEN h.fee ELSE (due.amount::bigint * h.fee_basis_points + 5000) / 10000 END AS fee
      FROM research.participation p JOIN research.session_hold h ON h.session_id = p.session_id
        JOIN research.session s ON s.id = p.session_id, LATERAL (
          SELECT CASE p.state WHEN 'completed' THEN h.reward ELSE research.part_of_reward(h.reward,
            s.snapshot -> 'payment_terms', p.state, (s.snapshot ->> 'duration_minutes')::integer,
            p.updated_at - p.started_at) END AS amount) due
      WHERE p.session_id = session AND (p.updated_at AT TIME ZONE 'UTC')::date = today AND due.amount > 0
        AND (p.state = 'completed' OR p.state IN ('withdrawn', 'screened_out') AND p.started_at IS NOT NULL)
    ), made AS (
      INSERT INTO research.payment (id, participation_id, session_id, amount, fee, currency, state, day)
        SELECT gen_random_uuid(), e.id, e.session_id, e.amount, e.fee, e.currency,
          CASE WHEN e.has_left THEN 'approved' ELSE 'due' END, today
        FROM ended e
      ${conflict(reward)} DO NOTHING
    )
    UPDATE research.payment p SET amount = e.amount, fee = e.fee
      FROM ended e
      WHERE p.participation_id = e.id AND e.has_left AND p.state IN ('approved', 'waived')${
        reward === 'alone' ? '' : ` AND p.kind = 'reward'`
      }
        AND p.day = today AND p.day_before IS NULL AND p.accrual_id IS NULL AND e.amount > p.amount;
    ${raised[reward]}
  END $$;`;
