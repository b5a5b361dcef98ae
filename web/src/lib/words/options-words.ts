import { catalogue } from "./words";

export const words = catalogue({
  fr: { option: "{label} : {value}" },
  en: { option: "{label}: {value}" },
});
