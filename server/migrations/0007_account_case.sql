-- Unicode case, whatever the database's locale: « Éric » and « éric » are one account.
drop index account_email;
drop index account_username;
create unique index account_email on account (lower(email collate pg_c_utf8));
create unique index account_username on account (lower(username collate pg_c_utf8));
