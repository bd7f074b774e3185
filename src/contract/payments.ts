import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import { planLimits } from '#contract/users.ts';
import { instant } from '#contract/wire.ts';
import { VAT_STATUSES } from '#domain/invoices/vat.ts';
import { COUNTIES, type County } from '#domain/payments/counties.ts';
import { PACKAGE_BOUNDS } from '#domain/payments/custom-package.ts';
import { FIRM_REGISTRY_MODES } from '#domain/payments/firms/registered-firm.ts';
import { LEGAL_FORMS, type Operator } from '#domain/payments/operator.ts';
import { PLANS } from '#domain/plans/plan.ts';

/** Prices travel in lei (50), currency RON; the server computes in integer bani. */
const creditPackage = z.object({
  id: z.string(),
  name: z.string(),
  credits: z.int(),
  price: z.number(),
  currency: z.literal('RON'),
  isActive: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
});
export type CreditPackage = z.infer<typeof creditPackage>;

const planOffer = z.object({
  plan: z.enum(PLANS),
  /** Lei per 30 days, tax included; 0: not for sale. */
  price: z.number(),
  currency: z.literal('RON'),
  /** −1: unlimited. */
  credits: z.int(),
  limits: planLimits,
});
export type PlanOffer = z.infer<typeof planOffer>;

export const listCreditPackages = defineRoute({
  method: 'GET',
  path: '/api/credit-packages',
  access: 'public',
  summary: 'Credit packages for sale, smallest first',
  out: z.object({ packages: z.array(creditPackage) }),
});

export const listPlans = defineRoute({
  method: 'GET',
  path: '/api/plans',
  access: 'public',
  summary: 'Plans with price, credits and limits as they are today',
  out: z.object({ plans: z.array(planOffer) }),
});

const fact = z.string();

export const readOperator = defineRoute({
  method: 'GET',
  path: '/api/operator',
  access: 'public',
  summary: 'Who sells: the record that buyers see; null while it is not entered',
  out: z.object({
    operator: z.nullable(
      z.object({
        name: fact,
        legalForm: z.enum(LEGAL_FORMS),
        cui: fact,
        tradeRegister: fact,
        street: fact,
        city: fact,
        county: z.nullable(z.enum(Object.keys(COUNTIES) as County[])),
        postalCode: fact,
        capitalLei: z.nullable(z.int()),
        iban: fact,
        phone: fact,
        email: fact,
      } satisfies Record<keyof Operator, z.ZodMiniType>),
    ),
    /** True when ANPC's picture is configured. */
    hasSalPicture: z.boolean(),
    /** True when cards are accepted. */
    takesCards: z.boolean(),
    /** Registry that firms are looked up in. */
    firmRegistry: z.enum(FIRM_REGISTRY_MODES),
    /** Whether prices include value-added tax today; pages say so by `withVat` and `vatNote`. */
    vat: z.enum(VAT_STATUSES),
  }),
});

const packageFigures = {
  name: z.string().check(z.minLength(PACKAGE_BOUNDS.name.least), z.maxLength(PACKAGE_BOUNDS.name.most)),
  credits: z.int().check(z.minimum(PACKAGE_BOUNDS.credits.least), z.maximum(PACKAGE_BOUNDS.credits.most)),
  /** Lei, at most two decimals. */
  price: z.number().check(z.minimum(PACKAGE_BOUNDS.price.least), z.maximum(PACKAGE_BOUNDS.price.most)),
};

export const createPackage = defineRoute({
  method: 'POST',
  path: '/api/admin/credit-packages',
  access: 'admin',
  summary: 'Creates a custom package',
  body: z.strictObject({
    ...packageFigures,
    /** On sale at once; false: not yet. */
    isActive: z.optional(z.boolean()),
  }),
  out: creditPackage,
});

export const listAllPackages = defineRoute({
  method: 'GET',
  path: '/api/admin/credit-packages',
  access: 'admin',
  summary: 'All packages, active or not',
  out: z.object({ packages: z.array(creditPackage) }),
});

const packageId = z.string().check(z.regex(/^pkg_[a-z0-9]{20,32}$/));

export const replacePackage = defineRoute({
  method: 'PUT',
  path: '/api/admin/credit-packages/{packageId}',
  access: 'admin',
  summary:
    'Another name, price or number of credits; one that was ordered stays as it was, and a new one takes its place',
  params: z.object({ packageId }),
  body: z.strictObject(packageFigures),
  out: creditPackage,
});

export const setPackageActive = defineRoute({
  method: 'PATCH',
  path: '/api/admin/credit-packages/{packageId}',
  access: 'admin',
  summary: 'Takes a package off sale or puts it back',
  params: z.object({ packageId }),
  body: z.strictObject({ isActive: z.boolean() }),
  out: creditPackage,
});
