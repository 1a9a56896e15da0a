-- These two words of an address select a release; no release can be called so.
alter table schedule_releases
  add constraint schedule_releases_version_free check (version not in ('live', 'latest'));
