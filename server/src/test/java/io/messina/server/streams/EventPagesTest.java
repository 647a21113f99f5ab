package io.messina.server.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import io.messina.stream.json.ApiJson;
import io.messina.stream.owner.EventPage;
import java.io.StringWriter;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/** Pages of events as answers have them. */
class EventPagesTest {

  @Test
  void a_page_tells_where_events_had_expired_and_says_nothing_where_none_had() {
    List<Position> gaps = List.of(new Position(1, 9), new Position(2, 20));
    assertThat(json(new EventPage(List.of(), new Position(2, 20), OptionalInt.of(3), gaps)))
        .isEqualTo("{\"events\":[],\"next\":\"2.20\",\"run\":3,\"gaps\":[\"1.9\",\"2.20\"]}");
    assertThat(json(new EventPage(List.of(), new Position(2, 20))))
        .isEqualTo("{\"events\":[],\"next\":\"2.20\"}");
  }

  @Test
  void a_page_tells_the_generation_of_its_stream() {
    assertThat(json(new EventPage(List.of(), new Position(2, 20)), OptionalInt.of(7)))
        .isEqualTo("{\"generation\":7,\"events\":[],\"next\":\"2.20\"}");
  }

  private static String json(EventPage page) {
    return json(page, OptionalInt.empty());
  }

  private static String json(EventPage page, OptionalInt generation) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = ApiJson.FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      EventRoutes.writePage(json, page, generation);
    }
    return text.toString();
  }
}
