// The training panel's operations. Outside training mode each of them is forbidden.
import type { trainingOperations } from '../../contract/training.ts';
import { AppException, forbidden } from '../../domain/app-error.ts';
import type { Output } from '../../contract/index.ts';
import type { Training } from '../engine-parts.ts';
import { writeSetting } from '../store/desk/settings.ts';
import type { CommandContext, Context, Handlers } from './handler.ts';
import { documentsOn } from './printer-view.ts';

/** @throws AppException `forbidden` outside training mode */
export function trainingOf(context: Context): Training {
  if (!context.training) throw new AppException(forbidden('This desk is not in training mode.'));
  return context.training;
}

function stateOf(context: Context, training: Training): Output<'training.get'> {
  return {
    offline: training.offline(),
    network: training.network(),
    serviceNowMs: training.serviceNowMs(),
    nextScenario: training.nextScenario(),
    scenarios: [...training.scenarios()],
    printers: training
      .printers()
      .map((printer) => ({ ...printer, prints: documentsOn(context, printer.id) })),
    office: { ...training.office() },
  };
}

/** A command of the training panel. Each sets a value, so repeating it does no harm and no answer has to be kept. */
function instrument<In>(
  act: (training: Training, input: In, context: CommandContext) => void | Promise<void>,
) {
  return {
    effect: async (context: CommandContext, input: In): Promise<Output<'training.get'>> => {
      const training = trainingOf(context);
      await act(training, input, context);
      context.changed('training', 'connection');
      return stateOf(context, training);
    },
  };
}

export const trainingHandlers: Handlers<typeof trainingOperations> = {
  'training.get': (context) => stateOf(context, trainingOf(context)),
  'training.setOffline': instrument((training, { offline }, context) => {
    training.setOffline(offline);
    writeSetting(context.db, 'trainingOffline', offline);
    context.sync.networkSwitched();
  }),
  'training.setNetwork': instrument(async (training, { mode }, context) => {
    await training.setNetwork(mode);
    // The connection is tested and measured again, so that screens show the new network.
    context.sync.networkSwitched();
  }),
  'training.advanceClock': instrument(async (training, { seconds }, context) => {
    await training.advanceClock(seconds);
    // The desk hears the service's time only with an answer. Unasked, screens would show the day before for as long as a reading may wait.
    context.sync.hearTime();
  }),
  'training.setNextScenario': instrument((training, { scenario }) => training.setNextScenario(scenario)),
  'training.setPrinterMode': instrument((training, { printerId, mode }) =>
    training.setPrinterMode(printerId, mode),
  ),
  'training.labels': async (context, { limit }) => ({
    items: (await trainingOf(context).labels(limit)).map((label) => ({ ...label, codes: [...label.codes] })),
  }),
  'training.clearLabels': instrument((training) => training.clearLabels()),
  'training.setOfficeMode': instrument((training, { mode }) => training.setOfficeMode(mode)),
  'training.pages': async (context, { limit }) => ({
    items: (await trainingOf(context).pages(limit)).map((item) => ({ ...item, pages: [...item.pages] })),
  }),
  'training.clearPages': instrument((training) => training.clearPages()),
};
