-- A worker's right to send a mail, as run_photos has it for a photo: nothing stays locked while the mail server is asked.
alter table mails add column lease_token text;
alter table mails add column lease_until timestamptz;
