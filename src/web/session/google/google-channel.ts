/** Channel on which the popup's last page tells the waiting page how the way through Google ended. */
export const GOOGLE_CHANNEL = 'fotolot-google';
