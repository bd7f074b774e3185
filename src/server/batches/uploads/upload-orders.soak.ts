import './upload-orders.test.ts';
