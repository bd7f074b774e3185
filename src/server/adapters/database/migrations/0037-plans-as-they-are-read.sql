-- Plan and trial of each user as the screen reads them: a legacy field counts where the current one is null, an unknown plan is free. Whatever
-- asks for them in SQL asks here; the domain's readSubscription and readTrial say the same. SQL of PostgreSQL 15 level.
create view plans_as_read as
  select
    id,
    case when plan in ('basic', 'pro', 'dealer', 'test') then plan else 'free' end as plan,
    coalesce(subscription_activated_at, legacy_plan_activated_at) as activated_at,
    coalesce(subscription_renew_at, legacy_plan_renew_at) as renew_at,
    coalesce(subscription_expires_at, legacy_plan_expires_at) as expires_at,
    coalesce(subscription_cancel_at_period_end, legacy_plan_cancel_at_period_end, false) as cancel_at_period_end,
    coalesce(trial_used, legacy_trial_activated, false) as trial_used,
    coalesce(trial_activated_at, legacy_trial_activated_at) as trial_activated_at,
    coalesce(trial_expires_at, legacy_trial_expires_at) as trial_expires_at
  from users;
-- Trials that have ended lately.
drop index users_trials;
create index users_trials on users ((coalesce(trial_expires_at, legacy_trial_expires_at)));
