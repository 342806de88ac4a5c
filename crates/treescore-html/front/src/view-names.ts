// Names of the views in an address. Apart from views.ts, so that addresses can be tested without the views.

export type ViewName = "trees" | "map" | "times" | "tokens";

export const VIEW_NAMES: readonly ViewName[] = ["trees", "map", "times", "tokens"];
