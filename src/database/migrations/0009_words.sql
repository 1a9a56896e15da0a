-- The words of the texts that people search, for the operator match. The weight tells the field that a word stands in.
-- A vector holds at most a megabyte, so of each text only the start is taken.
create function words_of(text, "char") returns tsvector language sql immutable parallel safe return
  setweight(to_tsvector('simple', left(coalesce($1, ''), 50000)), $2);

alter table events add column words tsvector generated always as (
  words_of(name, 'A') || words_of(description, 'B') || words_of(owner_description, 'C') || words_of(code_of_conduct, 'D')
) stored;
alter table sessions add column words tsvector generated always as (
  words_of(title, 'A') || words_of(subtitle, 'B') || words_of(short_abstract, 'C') || words_of(long_abstract, 'D')
) stored;
alter table speakers add column words tsvector generated always as (
  words_of(name, 'A') || words_of(organisation, 'B') || words_of(short_biography, 'C') || words_of(long_biography, 'D')
) stored;

create index events_words on events using gin (words);
create index sessions_words on sessions using gin (words);
create index speakers_words on speakers using gin (words);

-- Links lead to pages and mailboxes, never to scripts.
update events set public_stream_link = null where public_stream_link !~* '^(https?|ftps?)://[^/\s]';
update events set document_links = null where document_links is not null and jsonb_typeof(document_links) = 'array'
  and exists (select 1 from jsonb_array_elements(document_links) one where one ->> 'link' !~* '^(https?://|mailto:)');
update sessions set slides = null where slides is not null and jsonb_typeof(slides) = 'array'
  and exists (select 1 from jsonb_array_elements(slides) one where one ->> 'link' !~* '^(https?://|mailto:)');
