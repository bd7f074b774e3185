import '#server/http/hostile-requests.test.ts';
