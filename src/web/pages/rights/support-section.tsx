import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { readUser } from '#contract/admin/admin-users.ts';
import { call } from '#web/api/call.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { OrderView } from '#web/features/admin/orders/order-view.tsx';
import { type OrderChoice, Orders } from '#web/features/admin/orders/orders.tsx';
import { useViewer } from '#web/features/admin/shared/use-viewer.ts';
import { type UserChoice, userFileKey } from '#web/features/admin/shared/user-words.ts';
import { UserBatches } from '#web/features/admin/users/user-batches.tsx';
import { UserFacts } from '#web/features/admin/users/user-facts.tsx';
import { MoneyHistory } from '#web/features/admin/users/user-money.tsx';
import { UsersList } from '#web/features/admin/users/users-list.tsx';
import { buttonClass } from '#web/ui/fields/button.tsx';
import { Chips } from '#web/ui/fields/chips.tsx';
import { LoadingNote } from '#web/ui/skeleton.tsx';

const ALL_USERS: UserChoice = { search: '', sort: 'newest', group: null, plan: null, limits: {} };
const ALL_ORDERS: OrderChoice = { list: null, search: '', limits: {} };
const LISTS = { users: 'Conturi', orders: 'Comenzi' } as const;

/** The accounts and orders that a holder of `support` reads. `?account=` and `?order=` show one of them whole. */
export function SupportSection() {
  const [params] = useSearchParams();
  const [list, setList] = useState<keyof typeof LISTS>('users');
  const [userId, orderId] = [params.get('account'), params.get('order')];
  const back = (
    <Link to="/settings#support" className={buttonClass({ look: 'quiet', small: true })}>
      Înapoi la listă
    </Link>
  );
  if (orderId !== null) return <OrderView key={orderId} orderId={orderId} back={back} />;
  return (
    <>
      {userId === null ? (
        <>
          <Chips
            label="Ce cauți"
            choices={['users', 'orders'] as const}
            chosen={list}
            words={(one) => LISTS[one]}
            onChoose={setList}
          />
          {list === 'users' ? <AllUsers /> : <AllOrders />}
        </>
      ) : (
        <>
          {back}
          <Account key={userId} userId={userId} />
        </>
      )}
    </>
  );
}

function AllUsers() {
  const [choice, setChoice] = useState(ALL_USERS);
  return <UsersList choice={choice} onChoose={setChoice} hrefOf={useViewer().userPath} />;
}

function AllOrders() {
  const [choice, setChoice] = useState(ALL_ORDERS);
  return (
    <div className="mt-6">
      <Orders choice={choice} onChoose={setChoice} hrefOf={useViewer().orderPath} />
    </div>
  );
}

function Account({ userId }: { userId: string }) {
  const query = useQuery({
    queryKey: userFileKey(userId),
    queryFn: ({ signal }) => call(readUser, { params: { userId } }, { signal }),
    staleTime: 0,
  });
  const { data } = query;
  if (!data) return query.isError ? <ReadFailed query={query} panel /> : <LoadingNote />;
  return (
    <>
      <h3 className="mt-5 text-xl break-words">{data.user.email}</h3>
      <UserFacts file={data} />
      <MoneyHistory userId={userId} />
      <UserBatches userId={userId} />
    </>
  );
}
