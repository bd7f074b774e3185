-- concurrently
-- Numbers of products are each shop's own: an advert is one of an account. That it takes one sending at a time is kept by the lock of its
-- press (lockAdvert), as before.
drop index concurrently if exists advert_sendings_under_way;
create index concurrently advert_sendings_under_way on advert_sendings (site, is_test, seller_id, advert_id)
  where state in ('preparing', 'waiting', 'sending', 'checking');
