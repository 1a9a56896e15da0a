-- Words for filter[search]: without tags, accents and punctuation, so that the same word is found however it is written.
-- The extension unaccent is not on every server, and it is not immutable.
create function plain_words(text) returns text language sql immutable parallel safe return
  regexp_replace(
    replace(replace(replace(translate(
      regexp_replace(left(normalize(lower(regexp_replace(left(coalesce($1, ''), 50000), '<[^>]*>|&[a-z]{2,8};', ' ', 'g')),
        NFKD), 50000), '[\u0300-\u036f]', '', 'g'),
      'øłđıħŧ', 'oldiht'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f]+', ' ', 'g');

create function search_of(text, "char") returns tsvector language sql immutable parallel safe return
  setweight(to_tsvector('simple', plain_words($1)), $2);

-- Every word; of those with three letters and more the start is enough. Null when there is no word.
create function search_query(text) returns tsquery language sql immutable parallel safe return
  (select string_agg('''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || ''''
      || case when length(lexeme) >= 3 then ':*' else '' end, ' & ')::tsquery
    from unnest(to_tsvector('simple', plain_words($1))));

alter table events add column search tsvector generated always as (
  search_of(name, 'A') || search_of(description, 'B') || search_of(owner_description, 'C') || search_of(code_of_conduct, 'D')
) stored;
alter table sessions add column search tsvector generated always as (
  search_of(title, 'A') || search_of(subtitle, 'B') || search_of(short_abstract, 'C') || search_of(long_abstract, 'D')
) stored;
alter table speakers add column search tsvector generated always as (
  search_of(name, 'A') || search_of(organisation, 'B') || search_of(short_biography, 'C') || search_of(long_biography, 'D')
) stored;

create index events_search on events using gin (search);
create index sessions_search on sessions using gin (search);
create index speakers_search on speakers using gin (search);
