import '#server/batches/uploads/upload-orders.test.ts';
