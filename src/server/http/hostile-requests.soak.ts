import './hostile-requests.test.ts';
