import { sql } from 'kysely';
import type { Db } from '#server/app.ts';

/** Rules with the queries that list the rows (as `id`) that break them. */
export const CHECKS: Readonly<Record<string, string>> = {
  'a balance is the sum of its ledger': `
    select a.user_id as id from credit_accounts a
    left join (select user_id, sum(delta) as total, max(seq) as last, count(*) as n from credit_ledger group by 1) l using (user_id)
    where a.balance <> coalesce(l.total, 0) or a.seq <> coalesce(l.last, 0) or a.seq <> coalesce(l.n, 0)`,
  'every ledger row carries the balance on': `
    select user_id || ':' || seq as id from (
      select *, lag(balance_after, 1, 0::bigint) over (partition by user_id order by seq) as before from credit_ledger) l
    where balance_after <> before + delta`,
  'a balance is what its grants still hold': `
    select a.user_id as id from credit_accounts a
    left join (select user_id, sum(remaining) as held from credit_grants group by 1) g using (user_id)
    where a.balance <> coalesce(g.held, 0)`,
  'every grant has its ledger row and the other way round': `
    select coalesce(g.id, l.ref) as id from credit_grants g
    full join (select * from credit_ledger where kind = 'grant' or (kind = 'correct' and delta > 0)) l on l.ref = g.ref and l.user_id = g.user_id
    where g.id is null or l.ref is null or l.amount <> g.granted`,
  'a hold is made of its parts': `
    select l.ref as id from credit_ledger l
    left join (select ref, sum(amount) as total from credit_hold_parts group by 1) p using (ref)
    where l.kind = 'hold' and l.amount <> coalesce(p.total, 0)`,
  'every ended run is settled once, and none before': `
    select h.ref as id from credit_ledger h
    left join runs r on r.id = h.ref
    left join credit_ledger rel on rel.kind = 'release' and rel.ref = h.ref
    left join credit_ledger sp on sp.kind = 'spend' and sp.ref = h.ref
    where h.kind = 'hold' and (r.id is null
      or (r.finished_at is null) <> (rel.ref is null) or (r.finished_at is null) <> (sp.ref is null)
      or (r.finished_at is not null and (h.amount <> rel.amount + sp.amount or sp.amount <> r.settled)))`,
  'every paid run has its hold': `
    select r.id from runs r left join credit_ledger h on h.kind = 'hold' and h.ref = r.id
    where not r.unlimited and r.cost <> coalesce(h.amount, 0)`,
  'a run is open exactly while photos wait or work': `
    select r.id from runs r where (r.finished_at is null) <>
      exists (select 1 from run_photos p where p.run_id = r.id and p.state in ('waiting', 'working'))`,
  'a run settles what its done photos cost': `
    select r.id from runs r
    cross join lateral (
      select count(*) as done from run_photos p where p.run_id = r.id and p.state = 'done') d
    cross join lateral (
      select count(*) as n from (
        select jsonb_array_elements_text(r.window_photo_ids) union
        select photo_id from run_photos p where p.run_id = r.id and p.state = 'done') u) u
    where r.finished_at is not null and r.settled <>
      case when d.done = 0 then 0 else least(r.cost, greatest(0, ceil(u.n / 20.0) - r.window_credits)) end`,
  'a lot shows the state of its newest run': `
    select b.id from batches b join lateral (
      select state from runs where batch_id = b.id order by number desc limit 1) r on true
    where b.state <> r.state`,
  'a photo done in the newest run has its results': `
    select r.id || ' ' || p.photo_id as id from batches b
    join lateral (select * from runs where batch_id = b.id order by number desc limit 1) r on true
    join run_photos p on p.run_id = r.id and p.state = 'done'
    join photos ph on ph.id = p.photo_id and ph.purged_at is null
    where b.deleted_at is null and not exists (
      select 1 from results x where x.batch_id = b.id and x.photo_id = p.photo_id and x.run_id = r.id)`,
  'no lease is older than twice its length': `
    select run_id || ' ' || photo_id as id from run_photos
    where state = 'working' and lease_until < now() - interval '60 seconds'`,
  'an open window has credits and an end': `
    select id from batches where (window_credits > 0) <> (window_ends_at is not null)`,
  'stored bytes are those of the photos and results kept': `
    select u.id from users u left join (
      select owner_id, sum(bytes) as total from photos
      where purged_at is null and state in ('uploading', 'preparing', 'ready') group by 1) p on p.owner_id = u.id
    left join (select owner_id, sum(bytes) as total from results group by 1) r on r.owner_id = u.id
    where u.stored_bytes <> coalesce(p.total, 0) + coalesce(r.total, 0)`,
  'a deleted account has no photos, lots, recipes or billing': `
    select u.id from users u where u.deleted_at is not null and (
      exists (select 1 from photos p where p.owner_id = u.id and p.purged_at is null)
      or exists (select 1 from batches b where b.owner_id = u.id and b.deleted_at is null)
      or exists (select 1 from recipes r where r.owner_id = u.id)
      or exists (select 1 from brand_kits k where k.user_id = u.id)
      or exists (select 1 from shot_lists s where s.user_id = u.id)
      or exists (select 1 from billing_profiles f where f.user_id = u.id))`,
  'a paid order is one purchase with its credits, and nothing else is': `
    select coalesce(o.id, p.order_id) as id from orders o
    full join credit_purchases p on p.order_id = o.id
    left join credit_ledger l on l.kind = 'grant' and l.ref = o.id
    where (o.state <> 'imported' or o.id is null) and (
      o.id is null or o.is_granted <> (p.id is not null)
      or (o.kind = 'package' and o.is_granted <> (l.ref is not null))
      or (l.ref is not null and (l.amount <> o.credits or l.user_id <> o.user_id))
      or (p.id is not null and p.user_id <> o.user_id))`,
  'a purchase cost what its order did, or what an admin accepted for it': `
    select p.order_id as id from credit_purchases p join orders o on o.id = p.order_id
    where o.state <> 'imported' and p.price_bani <> o.amount_bani and not exists (
      select 1 from order_events a where a.order_id = o.id and a.event = 'accepted' and (a.data->>'amountBani')::bigint = p.price_bani) and not exists (
      select 1 from order_events a join order_events e on e.order_id = a.order_id and e.seq < a.seq
      where a.order_id = o.id and a.event in ('accepted', 'refunded', 'chargeback') and e.event in ('paid', 'other-payment')
        and e.data->>'currency' = 'RON' and (e.data->>'amountBani')::bigint = p.price_bani)`,
  'an imported order is one purchase and gave nothing': `
    select o.id from orders o
    left join credit_purchases p on p.order_id = o.id
    left join credit_grants g on g.ref = o.id
    where (o.state = 'imported' or o.mode = 'imported') and (
      o.state <> o.mode or o.is_granted or g.id is not null or p.id is null or p.user_id <> o.user_id
      or p.price_bani <> o.amount_bani or p.credits <> o.credits or p.created_at <> o.created_at)`,
  'money that went back took what was left of its credits': `
    select o.id from orders o
    join credit_grants g on g.ref = o.id
    where o.state in ('refunded', 'charged-back') and o.is_granted and g.remaining > case
      when o.state = 'charged-back' or o.told_admins ? 'refunded-outside' then 0 else (
      select coalesce(sum(p.amount), 0) from credit_hold_parts p
      join credit_ledger h on h.kind = 'hold' and h.ref = p.ref
      join credit_ledger b on b.kind = 'release' and b.ref = p.ref
      join credit_ledger w on w.kind = 'refund' and w.user_id = o.user_id and w.seq between h.seq and b.seq
        and w.ref in (select id from refunds where order_id = o.id)
      where p.grant_id = g.id) end`,
  'a refunded order went back once: by our refund, or outside and told to the admins': `
    select o.id from orders o
    left join (select order_id, count(*) as n from refunds where state = 'done' group by 1) r on r.order_id = o.id
    where coalesce(r.n, 0) > 1
      or (r.n = 1 and o.state not in ('refunded', 'charged-back'))
      or (o.state = 'refunded' and coalesce(r.n, 0) = 1 and o.told_admins ? 'refunded-outside'
        and not exists (select 1 from order_events e where e.order_id = o.id and e.event = 'restored'))
      or (o.state = 'refunded' and coalesce(r.n, 0) = 0 and not o.told_admins ? 'refunded-outside' and not exists (
        select 1 from withdrawals w join withdrawal_debts d on d.withdrawal_id = w.id and d.marked_at is not null
        where w.order_id = o.id))`,
  'a refund withdrew what the ledger says, and gave it back where the money did not go': `
    select r.id from refunds r join orders o on o.id = r.order_id
    left join credit_ledger w on w.kind = 'refund' and w.ref = r.id
    left join credit_ledger u on u.kind = 'refund-undone' and u.ref = r.id
    where r.withdrawn <> coalesce(w.amount, 0)
      or (u.ref is not null and (r.state <> 'refused' or u.amount <> r.withdrawn))
      or (u.ref is null and r.state = 'refused' and r.withdrawn > 0 and o.state = 'paid'
        and not exists (select 1 from withdrawals w where w.refund_id = r.id))
      or (u.ref is not null and exists (select 1 from withdrawals w where w.refund_id = r.id))`,
  'money of a withdrawal is on its way, back, owed or paid, and never two of these': `
    select w.id from withdrawals w
    join orders o on o.id = w.order_id
    left join refunds r on r.id = w.refund_id
    left join withdrawal_debts d on d.withdrawal_id = w.id
    where r.id is null or r.order_id <> w.order_id or r.amount_bani <> w.amount_bani or o.user_id <> w.user_id
      or (d.withdrawal_id is not null and (d.amount_bani <> w.amount_bani or r.state <> 'refused'))
      or (d.withdrawal_id is null and r.state = 'refused' and o.state <> 'charged-back')
      or (d.marked_at is not null and o.state not in ('refunded', 'charged-back'))
      or (d.withdrawal_id is not null and d.marked_at is null and o.state = 'refunded')
      or (select count(*) from refunds x where x.order_id = w.order_id and x.state <> 'refused') > 1
      or exists (select 1 from refunds x where x.order_id = w.order_id and x.id <> r.id and x.state <> 'refused')`,
  'a period whose plan order was withdrawn from is in no line': `
    select w.order_id as id from withdrawals w
    join plan_states s on s.user_id = w.user_id
    where exists (select 1 from jsonb_path_query(s.state, '$.line.**') p where p->>'id' = w.order_id)`,
  'money in review was told to the admins, and what they accepted was given, once': `
    select o.id from orders o
    left join (select order_id, count(*) as n from order_events where event = 'accepted' group by 1) a on a.order_id = o.id
    where (o.state = 'review' and o.told_admins = '[]') or (a.n = 1 and not o.is_granted) or a.n > 1`,
  'a paid plan order gave its credits at its start, or waits for it in the line': `
    select o.id from orders o
    left join credit_ledger l on l.kind = 'grant' and l.ref = o.id
    left join (
      select s.user_id, p->>'id' as id from plan_states s, jsonb_path_query(s.state, '$.line.**.queue[*]') p
      where not (p->>'areCreditsGiven')::boolean) q on q.id = o.id and q.user_id = o.user_id
    where o.kind = 'plan' and o.credits > 0 and (
      (o.state = 'paid' and (l.ref is null) = (q.id is null)
        and (q.id is not null or not exists (select 1 from withdrawals w where w.order_id = o.id))) or
      (o.state in ('refunded', 'charged-back') and q.id is not null))`,
  'plan credits come from orders of plans or from an admin': `
    select g.id from credit_grants g left join orders o on o.id = g.ref and o.kind = 'plan' and o.is_granted
    where g.source = 'plan' and o.id is null and g.ref not like 'act_%'`,
  'an order stands once in a line, and only in that of its owner': `
    select p->>'id' as id from plan_states s, jsonb_path_query(s.state, '$.line.**') p
    left join orders o on o.id = p->>'id'
    where jsonb_typeof(p) = 'object' and p ? 'paidBani' and p->>'id' like 'ord_%'
    group by 1 having count(*) > 1 or count(o.id) = 0 or bool_or(o.user_id <> s.user_id)`,
  'the user document shows the running period': `
    select p.id from plans_as_read p join plan_states s on s.user_id = p.id
    where p.plan <> coalesce(s.state->'line'->'current'->>'plan', 'free')
      or coalesce(p.activated_at, 'epoch') <> coalesce((s.state->'line'->'current'->>'startsAt')::timestamptz, 'epoch')`,
  'plan credits are due when the plan is, or in their grace': `
    select g.id from credit_grants g join plans_as_read p on p.id = g.user_id
    where g.source = 'plan' and g.remaining > 0 and g.expires_at is distinct from p.expires_at
      and (g.extended_at is null or g.expires_at < p.expires_at)`,
  'a paid order has one invoice of what it cost, and nothing else has': `
    select coalesce(o.id, i.order_id) as id from orders o
    full join (select * from invoices where kind = 'invoice' and replaces is null) i on i.order_id = o.id
    left join credit_purchases p on p.order_id = coalesce(o.id, i.order_id)
    where (o.is_granted and o.mode <> 'imported' and i.id is null
        and o.paid_at > (select applied_at + interval '1 hour' from migrations where name like '0051-%'))
      or (i.id is not null and (not o.is_granted or i.gross_bani <> p.price_bani or i.mode <> o.mode or i.user_id <> o.user_id))`,
  'a refund that was made has its storno, and only such a one': `
    select coalesce(r.id, s.refund_id) as id from refunds r
    full join (select * from invoices where cause = 'refund') s on s.refund_id = r.id
    where (s.id is not null and (r.state <> 'done' or s.order_id <> r.order_id or -s.gross_bani > r.amount_bani))
      or (r.state = 'done' and coalesce(-s.gross_bani, 0) <> r.amount_bani
        and not exists (select from invoices w where w.order_id = r.order_id and w.cause = 'withdrawal')
        and r.ended_at > (select applied_at + interval '1 hour' from migrations where name like '0051-%')
        and (select sum(i.gross_bani) from invoices i where i.order_id = r.order_id) > 0)`,
  'what was given back out of goodwill has its storno, and with all refunds never passes what was paid': `
    select g.id from goodwill_refunds g
    left join invoices s on s.goodwill_id = g.id
    left join credit_purchases p on p.order_id = g.order_id
    where s.id is null or s.order_id <> g.order_id or -s.gross_bani <> g.amount_bani
      or p.id is null or p.price_bani <
        (select sum(x.amount_bani) from goodwill_refunds x where x.order_id = g.order_id)
        + (select coalesce(sum(r.amount_bani), 0) from refunds r where r.order_id = g.order_id and r.state <> 'refused')
        + (select coalesce(sum(d.amount_bani), 0) from withdrawal_debts d join withdrawals w on w.id = d.withdrawal_id
          where w.order_id = g.order_id)`,
  'no goodwill was transferred once its money had gone back outside': `
    select g.id from goodwill_refunds g
    join order_events p on p.order_id = g.order_id and p.event = 'goodwill-paid' and p.data->>'goodwill' = g.id
    where exists (select from order_events n where n.order_id = g.order_id and n.seq < p.seq
      and (n.data->>'news' = 'back' or n.data->'letGo' ? g.id) and not exists (
        select from order_events d where d.order_id = g.order_id and d.seq > n.seq and d.seq < p.seq and (d.event = 'restored'
          or (n.event <> 'storno-decided' and (d.event = 'storno-decided' or d.data->>'news' = 'again')))))`,
  'the documents of an order come to between nothing and its price, and mended data change no sum': `
    select order_id as id from invoices i left join credit_purchases p using (order_id) group by order_id, p.price_bani
    having least(sum(gross_bani), sum(net_bani), sum(vat_bani)) < 0 or sum(gross_bani) > p.price_bani
      or (not bool_or(is_restored) and coalesce(sum(gross_bani) filter (where cause = 'mended'), 0) <> 0)
      or (not bool_or(is_restored) and coalesce(sum(vat_bani) filter (where cause = 'mended'), 0) <> 0)`,
  'what was invoiced again for money that is here again was taken back before': `
    select order_id as id from invoices group by order_id
    having coalesce(sum(gross_bani) filter (where cause = 'mended'), 0) > -coalesce(sum(gross_bani) filter (where cause = 'outside'), 0)`,
  'the stornos of an invoice never exceed it': `
    select i.id from invoices i join invoices s on s.corrects = i.id
    group by i.id having sum(s.net_bani) + i.net_bani < 0 or sum(s.vat_bani) + i.vat_bani < 0`,
  'the invoices of a series are numbered from its first without gap or double': `
    select s.series as id from invoice_series s left join invoices i using (series)
    group by s.series having count(i.id) <> s.next - s.first or count(distinct i.number) <> s.next - s.first
      or coalesce(min(i.number), s.first) <> s.first or coalesce(max(i.number), s.next - 1) <> s.next - 1`,
  'an invoice says in its snapshot what its row says': `
    select id from invoices where (snapshot->>'series', (snapshot->>'number')::bigint, snapshot->>'kind', snapshot->>'orderId',
        (snapshot->>'netBani')::bigint, (snapshot->>'vatBani')::bigint, (snapshot->>'grossBani')::bigint, (snapshot->>'issuedOn')::date)
      is distinct from (series, number, kind, order_id, net_bani, vat_bani, gross_bani, issued_on)
      or (snapshot->'trial')::boolean <> (mode <> 'live') or (snapshot->'buyer' = 'null') <> (forgotten_at is not null)`,
  'a mark of a hand-in is of a real document, and each is followed by its undoing or by none': `
    select m.invoice_id as id from hand_in_marks m left join invoices i on i.id = m.invoice_id
    group by m.invoice_id, i.mode
    having i.mode is distinct from 'live' or max(m.position) <> count(*)
      or bool_or((m.kind = 'handed-in') <> (m.position % 2 = 1))`,
  'the list of hand-ins has its beginning': `
    select 'hand_in_start' as id where (select count(*) from hand_in_start) <> 1`,
  'a document issued since sending began is sent, each once': `
    select i.id from invoices i join efactura_periods p on p.ended_at is null and i.created_at >= p.began_at
      and (i.mode = 'live') = (p.base = 'live')
    left join efactura_sendings s on s.invoice_id = i.id
    where s.invoice_id is null and i.forgotten_at is null and i.created_at < now() - interval '1 hour'
    union all
    select min(invoice_id) as id from efactura_sendings where state in ('sent', 'nok', 'accepted')
    group by base, upload_index having count(*) > 1`,
  'what was sent is the file of its document, and what is accepted has its index and its signed file or the time to fetch it': `
    select s.invoice_id as id from efactura_sendings s left join invoices i on i.id = s.invoice_id
    where i.id is null or (i.mode = 'live') <> (s.base = 'live')
      or (i.forgotten_at is null and s.xml_sha256 is distinct from i.xml_sha256 and s.uploads > 0)
      or (s.state not in ('waiting', 'rejected') and s.uploads = 0)
      or (s.state = 'accepted' and (s.upload_index is null or (s.zip = 'none') = (s.next_at is null)))
      or (s.state <> 'accepted' and s.zip_sha256 is not null)`,
  'every user has a credit account': `
    select u.id from users u left join credit_accounts a on a.user_id = u.id where a.user_id is null`,
};

/** Returns the ids of the first rows that break a rule; `query` is its value in CHECKS. */
export async function brokenRows(db: Db, query: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from (${sql.raw(query)}) as broken limit 20`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
