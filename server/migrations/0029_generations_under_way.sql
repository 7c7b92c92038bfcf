-- Until then the declarations of a draft are those that a generation under way began with; a process that died leaves it to pass.
alter table statement add column generating_until timestamptz;
