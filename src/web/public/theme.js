// Before anything is drawn, so that a chosen theme never flashes the other one. shared/browser-storage/theme.ts keeps what is read here.
try {
  const theme = localStorage.getItem('fotolot.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is refused: the device's own theme.
}
