import '#server/http/hostile-requests.lab.test.ts';
