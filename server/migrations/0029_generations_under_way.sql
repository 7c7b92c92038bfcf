-- Until then the draft's declarations are locked by a running generation; the lock of a process that died expires.
alter table statement add column generating_until timestamptz;
