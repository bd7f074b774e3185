-- What a page said when a reader reported it: its owner may change it before an admin looks. Null for reports of earlier versions.
alter table lot_page_reports add column seen jsonb;
