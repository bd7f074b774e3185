/** Keys of admins' orders in the query cache. */
export const ORDERS = 'admin-orders';
export const orderFileKey = (orderId: string) => ['admin-order', orderId];
export const UNPAID_WITHDRAWALS = 'admin-unpaid-withdrawals';
export const PACKAGES = ['admin-packages'];
