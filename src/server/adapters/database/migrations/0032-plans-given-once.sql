-- A plan given twice by one form counts once: the form's own key stands beside the act.
alter table admin_acts add column key text;
create unique index admin_acts_key on admin_acts (user_id, key) where key is not null;
