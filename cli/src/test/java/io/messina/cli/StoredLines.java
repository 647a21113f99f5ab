package io.messina.cli;

import io.messina.api.Position;
import io.messina.api.ReadStart;
import io.messina.client.MessinaClient;
import io.messina.client.event.Event;
import io.messina.client.stream.ReadEvents;
import io.messina.client.stream.StreamClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Files of numbered lines, and what a stream holds of them. */
public final class StoredLines {

  private StoredLines() {}

  /** Lines that tell themselves from each other. */
  public static Path write(Path folder, int count) throws IOException {
    List<String> lines =
        IntStream.range(0, count)
            .mapToObj(number -> "{\"user\":\"u" + number % 97 + "\",\"number\":" + number + "}")
            .toList();
    return Files.write(folder.resolve("lines.ndjson"), lines);
  }

  /** Whether there is anything yet; quick, so that it is still little when this is told. */
  public static boolean isBegun(String url, String stream) {
    try (MessinaClient client = MessinaClient.connect(url)) {
      StreamClient read = client.stream(stream);
      return IntStream.range(0, read.get().options().shards())
          .mapToObj(shard -> read.read(shard, ReadStart.at(Position.START), 1, Duration.ZERO))
          .anyMatch(page -> !page.events().isEmpty());
    }
  }

  public static List<String> all(String url, String stream) {
    try (MessinaClient client = MessinaClient.connect(url)) {
      return all(client.stream(stream));
    }
  }

  public static List<String> all(StreamClient stream) {
    List<String> payloads = new ArrayList<>();
    for (int shard = 0; shard < stream.get().options().shards(); shard++) {
      ReadEvents page;
      ReadStart from = ReadStart.at(Position.START);
      do {
        page = stream.read(shard, from, 10_000, Duration.ZERO);
        page.events().stream().map(Event::payload).forEach(each -> payloads.add(each.text()));
        from = ReadStart.at(page.next());
      } while (!page.events().isEmpty());
    }
    return payloads;
  }
}
