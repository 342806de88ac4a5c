/** A share as it stands on a line or in a box: ".92". */
export const shortWorth = (worth: number): string => worth.toFixed(2).replace(/^0\./, ".");
