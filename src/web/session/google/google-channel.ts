/** On it the popup's last page tells the page that waits how the way through Google ended. */
export const GOOGLE_CHANNEL = 'fotolot-google';
