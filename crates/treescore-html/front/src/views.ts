// The four views of a sentence, by their name in an address.

import { mappingView } from "./view-mapping";
import { timesView } from "./view-times";
import { tokensView } from "./view-tokens";
import { treesView } from "./view-trees";
import type { MakeView } from "./types";

import type { ViewName } from "./view-names";

export const VIEWS: { name: ViewName; title: string; key: string; make: MakeView }[] = [
  { name: "trees", title: "Trees", key: "t", make: treesView },
  { name: "map", title: "Mapping", key: "m", make: mappingView },
  { name: "times", title: "Times", key: "i", make: timesView },
  { name: "tokens", title: "Tokens", key: "w", make: tokensView },
];
