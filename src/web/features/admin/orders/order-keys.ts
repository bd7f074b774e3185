/** Keys of admins' orders in the query cache. */
export const ORDERS = 'admin-orders';
export const orderFileKey = (orderId: string) => ['admin-order', orderId];
export const PACKAGES = ['admin-packages'];
