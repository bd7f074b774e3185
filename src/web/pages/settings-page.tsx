import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { UserDocument } from '#contract/users.ts';
import type { Right } from '#domain/users/rights.ts';
import { isAdmin } from '#domain/users/user-document.ts';
import { useStore } from '#web/api/store.ts';
import { AvatarEditor } from '#web/features/settings/avatar-editor.tsx';
import { NameForm } from '#web/features/settings/name-form.tsx';
import { ThemeChoice } from '#web/features/settings/theme-choice.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { useLeave } from '#web/pages/layout/use-leave.tsx';
import { advertsOffered } from '#web/session/adverts-offered.ts';
import { useUser } from '#web/session/use-user.ts';
import { createLazyPart } from '#web/ui/fetched.tsx';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';
import { LazySection } from '#web/ui/lazy-section.tsx';

const importSections = () => import('#web/pages/settings-sections.tsx');
const AccountFacts = createLazyPart(
  async () => (await import('#web/features/settings/sign-in/account-facts.tsx')).AccountFacts,
);
const ApiKeyList = createLazyPart(
  async () => (await import('#web/features/settings/keys/api-keys.tsx')).ApiKeyList,
);
const BillingForm = createLazyPart(async () => (await importSections()).BillingForm);
const BrandKitForm = createLazyPart(async () => (await importSections()).BrandKitForm);
const CreditHistory = createLazyPart(async () => (await importSections()).CreditHistory);
const DataExport = createLazyPart(async () => (await importSections()).DataExport);
const DeleteAccount = createLazyPart(async () => (await importSections()).DeleteAccount);
const LeaveEverywhere = createLazyPart(async () => (await importSections()).LeaveEverywhere);
const LinkedAccounts = createLazyPart(
  async () => (await import('#web/features/settings/connections/connections.tsx')).LinkedAccounts,
);
const PlanSection = createLazyPart(async () => (await importSections()).PlanSection);
const NoticeChoices = createLazyPart(
  async () => (await import('#web/features/settings/notice-choices.tsx')).NoticeChoices,
);
const Purchases = createLazyPart(async () => (await importSections()).PurchasesSection);
const SavedRecipeList = createLazyPart(async () => (await importSections()).SavedRecipeList);
const ShotLists = createLazyPart(async () => (await importSections()).ShotLists);
const SessionList = createLazyPart(
  async () => (await import('#web/features/settings/sign-in/session-list.tsx')).SessionList,
);
const SecondStepSetting = createLazyPart(
  async () => (await import('#web/features/settings/sign-in/second-step-setting.tsx')).SecondStepSetting,
);
const StatisticsChoice = createLazyPart(async () => (await importSections()).StatisticsChoice);
const RightSection = createLazyPart(
  async () => (await import('#web/pages/rights/right-section.tsx')).RightSection,
);

const SECTIONS = {
  profile: 'Profil',
  tema: 'Aspect',
  account: 'Cont',
  security: 'Securitate',
  sessions: 'Dispozitive',
  notices: 'Notificări',
  connections: 'Conturi legate',
  keys: 'Chei API',
  plan: 'Plan și credite',
  brand: 'Marca ta',
  recipes: 'Rețete salvate',
  shots: 'Poze ghidate',
  billing: 'Date de facturare',
  purchases: 'Cumpărări',
  credits: 'Istoricul creditelor',
  support: 'Asistență',
  accountant: 'Contabilitate',
  export: 'Datele tale',
  leave: 'Ieșire',
  delete: 'Șterge contul',
} as const;
type SectionId = keyof typeof SECTIONS;

export function SettingsPage() {
  usePageTitle('Setări');
  const user = useUser();
  if (user === null) return null;
  return (
    <div className="page grid max-w-5xl gap-x-12 lg:grid-cols-[12rem_minmax(0,1fr)]">
      <h1 className="text-4xl lg:col-span-2">Setări</h1>
      <Sections user={user} />
      <div className="min-w-0 max-w-3xl">
        <About user={user} />
        <Money user={user} />
        {listRights(user).map((right) => (
          <LateSection key={right} id={right}>
            <RightSection right={right} />
          </LateSection>
        ))}
        <Leaving />
      </div>
    </div>
  );
}

/** The page's own table of contents: beside it where there is room, a row to push along on a phone. */
function Sections({ user }: { user: UserDocument }) {
  const { hash } = useLocation();
  const hasAdverts = useStore(advertsOffered);
  const rights = listRights(user);
  const shown = (Object.entries(SECTIONS) as [SectionId, string][]).filter(([id]) =>
    id === 'support' || id === 'accountant' ? rights.includes(id) : id !== 'connections' || hasAdverts,
  );
  return (
    <nav
      aria-label="Secțiunile setărilor"
      className="-mx-4 mt-4 overflow-x-auto px-4 py-2 lg:sticky lg:top-24 lg:mx-0 lg:mt-10 lg:self-start lg:overflow-visible lg:px-0 lg:py-0"
    >
      <ul className="flex gap-1 lg:flex-col">
        {shown.map(([id, title]) => (
          <li key={id} className="shrink-0">
            <Link
              to={`#${id}`}
              aria-current={hash === `#${id}` ? 'location' : undefined}
              className="inline-flex min-h-9 items-center rounded-full px-3 text-[0.9375rem] whitespace-nowrap text-ink-soft hover:bg-sunken aria-[current]:bg-sunken aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns the narrow rights whose sections are shown; an admin has pages of their own. */
function listRights(user: UserDocument): readonly Right[] {
  return isAdmin(user) ? [] : (user.rights ?? []);
}

function About({ user }: { user: UserDocument }) {
  const hasAdverts = useStore(advertsOffered);
  return (
    <>
      <Section id="profile">
        <AvatarEditor user={user} />
        <NameForm user={user} />
      </Section>
      <Section id="tema">
        <ThemeChoice user={user} />
      </Section>
      <LateSection id="account">
        <AccountFacts user={user} />
      </LateSection>
      <LateSection id="security">
        <SecondStepSetting user={user} />
      </LateSection>
      <LateSection id="sessions">
        <SessionList user={user} />
      </LateSection>
      <LateSection id="notices">
        <NoticeChoices user={user} />
      </LateSection>
      {hasAdverts && (
        <LateSection id="connections">
          <LinkedAccounts />
        </LateSection>
      )}
      <LateSection id="keys">
        <ApiKeyList />
      </LateSection>
    </>
  );
}

function Money({ user }: { user: UserDocument }) {
  return (
    <>
      <LateSection id="plan">
        <PlanSection user={user} />
        <Link to="/pricing" className={buttonClass({ look: 'quiet' })}>
          Vezi prețurile
        </Link>
      </LateSection>
      <LateSection id="brand">
        <BrandKitForm />
      </LateSection>
      <LateSection id="recipes">
        <SavedRecipeList />
      </LateSection>
      <LateSection id="shots">
        <ShotLists />
      </LateSection>
      <LateSection id="billing">
        <BillingForm />
      </LateSection>
      <LateSection id="purchases">
        <Purchases />
      </LateSection>
      <LateSection id="credits">
        <CreditHistory balance={user.credits.totalCredits} />
      </LateSection>
    </>
  );
}

function Leaving() {
  const navigate = useNavigate();
  const toLogin = (state?: object) => navigate('/login', { replace: true, ...(state && { state }) });
  const leave = useLeave(() => toLogin());
  return (
    <>
      <LateSection id="export">
        <DataExport />
      </LateSection>
      <LazySection placeholder={null}>
        <StatisticsChoice />
      </LazySection>
      <Section id="leave">
        <p className="max-w-prose text-ink-soft">
          La ieșire ștergem din acest browser tot ce ținea minte despre contul tău. Fotografiile și loturile
          rămân pe server.
        </p>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button look="quiet" busy={leave.isLeaving} onClick={leave.press}>
            Ieși din cont
          </Button>
          <LazySection placeholder={null}>
            <LeaveEverywhere onLeft={() => toLogin()} />
          </LazySection>
          {leave.part}
        </div>
      </Section>
      <LateSection id="delete">
        <DeleteAccount onLeft={() => toLogin({ accountDeleted: true })} />
      </LateSection>
    </>
  );
}

function Section({ id, children }: { id: SectionId; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mt-10">
      <h2 id={`${id}-title`} className="mb-4 text-2xl">
        {SECTIONS[id]}
      </h2>
      {children}
    </section>
  );
}

function LateSection({ id, children }: { id: SectionId; children: ReactNode }) {
  return (
    <Section id={id}>
      <LazySection>{children}</LazySection>
    </Section>
  );
}
