-- A picture that was sent as a logo: kept under the brand kit, not among photographs.
alter table photos add column is_logo boolean not null default false;
