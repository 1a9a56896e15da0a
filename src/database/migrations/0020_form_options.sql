-- A form is one of three. Fields of any other form had no effect: they are kept, but no form shows them.
update custom_forms set form = lower(btrim(form)) where lower(btrim(form)) in ('session', 'speaker', 'attendee');
update custom_forms set form = 'attendee', is_included = false where form not in ('session', 'speaker', 'attendee');
alter table custom_forms
  add constraint custom_forms_form_known check (form in ('session', 'speaker', 'attendee')),
  drop constraint custom_forms_type_known,
  add constraint custom_forms_type_known check (type in (
    'text', 'checkbox', 'select', 'file', 'image', 'email', 'number', 'paragraph', 'richtextlink', 'boolean', 'year', 'radio'
  ));

create table custom_form_options (
  id bigint generated always as identity primary key,
  custom_form_id bigint not null constraint custom_form_options_custom_form_exists references custom_forms on delete cascade,
  event_id bigint not null constraint custom_form_options_event_exists references events on delete cascade,
  value text not null,
  deleted_at timestamptz
);
create index custom_form_options_by_custom_form on custom_form_options (custom_form_id, id);
create index custom_form_options_by_event on custom_form_options (event_id, id);
