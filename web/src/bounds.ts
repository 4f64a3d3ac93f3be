// How much the server takes, for fields and questions; a test holds these against its messages.

export const NAME = 24;
export const CODE = 60;
export const COMPONENTS = 20_000;
export const LOOKS = 8; // moves that one question may name
