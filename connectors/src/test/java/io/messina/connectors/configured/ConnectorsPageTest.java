package io.messina.connectors.configured;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.messina.api.StrictJson;
import io.messina.api.Wire;
import io.messina.api.message.connector.ConnectorOptions;
import io.messina.connectors.Secret;
import io.messina.connectors.smpp.ManualConnectorTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of docs/connectors.md are connectors, and what is none is refused beforehand. */
class ConnectorsPageTest {

  private static final Pattern EXAMPLE = Pattern.compile("(?s)```json\\n(.*?)```");

  private final Connectors connectors =
      new Connectors(
          _ -> new Secret(""), Clock.systemUTC(), new ManualConnectorTime(), new Random(1));

  private void check(String json) {
    connectors.check(Wire.request(StrictJson.read(json), ConnectorOptions.class).protocol());
  }

  @Test
  void the_examples_of_the_page_can_be_put() throws Exception {
    String page = Files.readString(Path.of("../docs/connectors.md"));
    List<String> examples =
        EXAMPLE.matcher(page).results().map((MatchResult found) -> found.group(1)).toList();
    assertThat(examples).hasSizeGreaterThan(5);
    examples.forEach(this::check);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{'http':{'url':'127.0.0.1:80/sms'}};                                 url: ",
        "{'http':{'url':'http://a.example','body':'{{nosuch}}'}};             body: ",
        "{'http':{'url':'http://a.example','headers':{'a':'{{secret.t}}'}}};  headers.a: ",
        "{'http':{'url':'http://a.example','body':'{{#from}}1{{/from}}{{too}}'}}; body: ",
        "{'http':{'url':'http://a.example','body':'{{key}}'}};                body: ",
        "{'http':{'url':'http://a.example:65536/'}};                          url: ",
        "{'http':{'url':'http://a.example:0/'}};                              url: ",
        "{'http':{'url':'http://ü.example/'}};                                url: ",
        "{'http':{'url':'http://a.example/x/../b'}};                          url: ",
        "{'http':{'url':'http://a.example/{{ }}'}};                           url: ",
        "{'http':{'url':'http://a.example','method':'CONNECT'}};              method: ",
        "{'http':{'url':'http://a.example','headers':{'a':'b\\r\\nc: d'}}};   headers.a: ",
        "{'http':{'url':'http://a.example','headers':{'a':'{{}}'}}};          headers.a: ",
        "{'http':{'url':'http://a.example','body':'{\\'a\\':{{to}}}'}};       body: no JSON",
        "{'http':{'url':'http://a.example','body':'{\\'a\\':\\'{{to}}}'}};    body: no JSON",
        "{'http':{'url':'http://a.example','body':'{{#from}}a{{/from}}'}};    body: ",
        "{'http':{'url':'http://a.example','body':''}};                       body: empty",
        "{'http':{'url':'http://a.example','body':'{{ }}'}};                  body: ",
        "{'http':{'url':'http://a.example','body':'[1]','idempotency':{'in':'body','name':'a',"
            + "'lifetime':'1h','compares_body':false}}};                      idempotency: ",
        "{'http':{'url':'http://a.example','idempotency':{'in':'header','name':'a','format':"
            + "'{{ }}','lifetime':'1h','compares_body':false}}};              idempotency.format: ",
        "{'http':{'url':'http://a.example','provider_id':'{{ }}'}};           provider_id: ",
        "{'smpp':{'host':'a','system_id':'a','password':'env:A','source':'a','source_npi':2}};"
            + " source_npi: ",
        "{'smtp':{'host':'a.example','from':'nonsense'}};                     from: ",
      })
  void what_could_not_run_is_refused_with_the_place_of_the_fault(String json, String place) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> check(json.replace('\'', '"')))
        .withMessageStartingWith(place.strip());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"n\":{{number}}}",
        "{\"n\":{{data.count}},\"t\":{{text}}}",
        "{{{json}}}",
        "{\"d\":{{{json}}}}",
        "{\"{{data.a}}\":1,\"{{data.b}}\":2}",
        "{{#data.a}}{\"a\":1}{{/data.a}}{{#data.b}}{\"b\":{{name}}}{{/data.b}}",
        "{\"l\":[{{#data.lines}}{\"n\":{{n}}}{{^-last}},{{/-last}}{{/data.lines}}]}",
        "{{#from}}{\"f\":\"{{from}}\"{{/from}}{{^from}}{\"f\":null{{/from}}}",
        "{\"a\":{{#metadata.x}}true{{/metadata.x}}{{^metadata.x}}false{{/metadata.x}}}"
      })
  void a_body_that_some_message_makes_json_can_be_put(String body) {
    check(
        "{\"http\":{\"url\":\"http://a.example:8080/{{to}}\",\"body\":\"%s\"}}"
            .formatted(body.replace("\"", "\\\"")));
  }
}
