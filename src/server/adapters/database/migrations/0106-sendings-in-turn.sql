-- concurrently
-- contract: needs code from 0095
-- An advert takes one sending at a time, whichever account here it is linked to. Of several, which no version makes, the one that was begun
-- first goes on.
update advert_sendings later set state = 'failed', failure = 'unexpected', finished_at = now(), lease_token = null, lease_until = null
  where later.state in ('preparing', 'waiting', 'sending', 'checking') and exists (
    select from advert_sendings earlier
    where earlier.site = later.site and earlier.is_test = later.is_test and earlier.seller_id = later.seller_id
      and earlier.advert_id = later.advert_id and earlier.state in ('preparing', 'waiting', 'sending', 'checking')
      and (earlier.created_at, earlier.id) < (later.created_at, later.id));
drop index concurrently if exists advert_sendings_one_each;
create unique index concurrently advert_sendings_one_each on advert_sendings (site, is_test, seller_id, advert_id)
  where state in ('preparing', 'waiting', 'sending', 'checking');
drop index concurrently if exists advert_sendings_under_way;
-- When a process took it last: persons come one after the other.
alter table advert_sendings add column if not exists claimed_at timestamptz;
