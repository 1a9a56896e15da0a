-- The sizes of image variants, one record each, which administrators edit.

create table event_image_sizes (
  id bigint primary key default 1 constraint event_image_sizes_one check (id = 1),
  type text not null default 'event-image',
  full_width integer default 1300,
  full_height integer default 500,
  full_aspect boolean not null default true,
  full_quality integer default 80,
  thumbnail_width integer default 500,
  thumbnail_height integer default 200,
  thumbnail_aspect boolean not null default true,
  thumbnail_quality integer default 80,
  icon_width integer default 75,
  icon_height integer default 30,
  icon_aspect boolean not null default true,
  icon_quality integer default 80,
  logo_width integer default 500,
  logo_height integer default 200
);
insert into event_image_sizes default values;

create table speaker_image_sizes (
  id bigint primary key default 2 constraint speaker_image_sizes_one check (id = 2),
  type text not null default 'speaker-image',
  small_size_width_height integer default 50,
  small_size_quality integer default 80,
  thumbnail_size_width_height integer default 500,
  thumbnail_size_quality integer default 80,
  icon_size_width_height integer default 35,
  icon_size_quality integer default 80
);
insert into speaker_image_sizes default values;
