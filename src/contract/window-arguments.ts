// What a window of the desktop app is started with, so that its first frame is right before the desk has answered.

/** Nobody at this desk is real. */
export const TRAINING_ARGUMENT = '--drawdesk-training';
