package io.messina.cli.load;

import io.messina.cli.terminal.Progress;
import io.messina.client.AppendOptions;
import io.messina.client.Appended;
import io.messina.client.MessinaException;
import io.messina.client.NewEvent;
import io.messina.client.StreamClient;
import java.io.IOException;
import java.util.List;

/** Appends batches one after the other, so that events of a key keep their order. */
final class Load {

  private final StreamClient stream;
  private final String source;
  private long events;
  private long duplicates;

  Load(StreamClient stream, String source) {
    this.stream = stream;
    this.source = source;
  }

  void run(Batches batches, Progress.Step step) throws IOException {
    long number = 0;
    for (List<NewEvent> batch = batches.next(); !batch.isEmpty(); batch = batches.next()) {
      append(batch, number++);
      step.advance(batch.size());
    }
  }

  /** How many the input has. */
  long events() {
    return events;
  }

  /** How many of them an earlier load had stored. */
  long duplicates() {
    return duplicates;
  }

  private void append(List<NewEvent> batch, long number) {
    try {
      Appended appended = stream.append(batch, AppendOptions.numbered(source, number));
      events += batch.size();
      duplicates += appended.duplicates();
    } catch (MessinaException.Refused e) {
      throw new BadInputException(
          "events "
              + (events + 1)
              + " to "
              + (events + batch.size())
              + ": "
              + e.problem().detail()
              + " (none of them is stored)");
    }
  }
}
