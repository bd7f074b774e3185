-- Which model cuts out, as an admin chose it in place of CUTOUT_MODEL: a key of the catalogue, auto or off. No row: as the setting says.
create table cutout_model_choice (
  choice text not null,
  is_only boolean not null default true unique check (is_only)
);
