-- Answers that a program proposes, by the name of its key: the account decides, and nothing is declared before.
alter table answer_request add column proposed_by text;
alter table sandbox.answer_request add column proposed_by text;
