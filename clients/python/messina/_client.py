"""The client of a server: where everything begins."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, List, Mapping, Optional, Type

from ._access import Access
from ._aggregates import Aggregate
from ._arguments import nonempty, whole_or_none
from ._batches import BatchesUnderWay
from ._dead_letters import DeadLetters
from ._features import Feature, ValueTypes, part, path_of
from ._groups import Group
from ._http import Http
from ._lists import ListFeature
from ._messages import Messages
from ._options import AggregateOptions, NewGroup, SinkOptions, StateField, StreamOptions, option_fields, taking
from ._scalars import Values
from ._servers import Urls
from ._sinks import Sink
from ._streams import Stream
from ._values import Duration, Json
from ._wire import duration_text, without_none

if TYPE_CHECKING:
    from typing_extensions import Unpack  # in typing from Python 3.11 on


class Client:
    """A Messina server, or several of one keyspace.

    url: such as ``http://127.0.0.1:8420``. Several stand in a list, or in one text with commas between. The first is asked. If it
        cannot be reached, cannot do it now or does not answer, then that request, where it is safe to repeat it, and all later
        ones go to the next at once, and so on; one that failed is asked again once all others have failed after it.
    timeout: seconds to connect, and seconds of silence until an answer is given up, beyond a wait that was asked for.
    retries: how often a call is repeated where that is safe, at each of several servers; with 0 it goes to another one only if
        nothing was done.
    token: what a server with ``auth=tokens`` asks for; by default MESSINA_TOKEN of the environment.
    token_file: a file with it in its first line, read for each request; by default MESSINA_TOKEN_FILE of the environment.
    ca_file: a PEM file with the certificate authorities of servers with https; by default MESSINA_CA_FILE of the environment, else
        those of the system.
    Raises ValueError for a url that is none, and for two that are the same.
    """

    def __init__(
        self,
        url: Urls,
        *,
        timeout: Duration = 30.0,
        retries: int = 5,
        token: Optional[str] = None,
        token_file: Optional[str] = None,
        ca_file: Optional[str] = None,
    ) -> None:
        self._http = Http(url, timeout, retries, Access.of(token, token_file, ca_file))
        self._batches = BatchesUnderWay()
        self._types = ValueTypes(self._http)

    @property
    def url(self) -> str:
        """The base URL of the server, without a slash at its end; of several, that which is asked now."""
        return self._http.servers.preferred().url

    @taking(StreamOptions)
    def create_stream(
        self, name: str, *, if_match: Optional[str] = None, if_absent: bool = False, **options: Unpack[StreamOptions]
    ) -> Stream:
        """Creates the stream, or changes it to be like this. An option that is absent or None gets its default, also if the stream
        exists.

        if_match: the tag that its definition must have. if_absent: it must not exist. Else Refused with code ``precondition_failed``.
        """
        stream = self.stream(name)
        stream._define(option_fields(StreamOptions, options), if_match, if_absent)
        return stream

    @taking(NewGroup)
    def create_group(
        self, stream: str, name: str, *, if_match: Optional[str] = None, if_absent: bool = False, **options: Unpack[NewGroup]
    ) -> Group:
        """Creates a group of the stream: see `Stream.create_group`."""
        return self.stream(stream).create_group(name, if_match=if_match, if_absent=if_absent, **options)

    def stream(self, name: str) -> Stream:
        """The stream of this name. Asks nobody: whether it is there shows when it is used."""
        return Stream(self._http, self._batches, name)

    def group(self, stream: str, name: str) -> Group:
        """The group of this name. Asks nobody: whether it is there shows when it is used."""
        return Group(self._http, stream, name)

    def streams(self) -> List[Json]:
        """The definitions of all streams."""
        return self._http.listed("/v1/streams", "streams")

    def cluster(self) -> Json:
        """The nodes of the cluster and the owners of all shards: a mapping of nodes and shards, as ``GET /v1/cluster`` answers it."""
        return self._http.json("GET", "/v1/cluster")

    def finish_upgrade(self) -> Json:
        """Has all servers write the newest formats from now on, once all know them, and returns the number of these formats, as ``POST /v1/cluster/finish-upgrade`` does. Servers of earlier versions cannot join any more."""
        return self._http.json("POST", "/v1/cluster/finish-upgrade")

    def create_feature(
        self,
        entity_type: str,
        name: str,
        *,
        feature_type: Optional[str] = None,
        value_type: Optional[str] = None,
        ttl: Optional[Duration] = None,
        unique: Optional[bool] = None,
        if_match: Optional[str] = None,
        if_absent: bool = False,
    ) -> Feature:
        """Creates what each entity of a type has, or changes its ttl, which is forever where it is None.

        feature_type: ``"list"`` or ``"scalar"``. value_type: ``"bytes"``, ``"text"``, ``"integer"``, ``"double"``, ``"boolean"``,
            ``"vector"`` or ``"json"``. A new feature must say both; they stay, as does unique.
        ttl: whole seconds from 1 s to 36,500 days, or ``"forever"``.
        unique: whether a list shows the newest item of each value only.
        if_match: the tag that its definition must have. if_absent: it must not exist. Else Refused with code ``precondition_failed``.
        """
        definition = without_none(type=feature_type, value_type=value_type, unique=unique)
        if ttl is not None:
            definition["ttl"] = duration_text("ttl", ttl)
        feature = self.feature(entity_type, name)
        feature._define(definition, if_match, if_absent)
        return feature

    def features(self) -> List[Json]:
        """The definitions of all features."""
        return self._http.listed("/v1/features", "features")

    def feature(self, entity_type: str, name: str) -> Feature:
        """The feature of this name, to look at its definition and for its versions. Asks nobody."""
        return Feature(self._types, entity_type, name)

    def sweep_features(self, *, dry_run: bool = False, limit: Optional[int] = None, after: Optional[str] = None) -> Json:
        """Deletes what deleted features and versions have left among some of all lists and values.

        Returns a mapping: looked_at, deleted, unknown, features, and next where there are more, to be passed as after.

        dry_run: only tells what there is to delete. limit: how many lists and values it looks at, 1 to 10,000.
        """
        return self._http.json("POST", "/v1/features:sweep", body=without_none(dry_run=dry_run, limit=whole_or_none("limit", limit, 1, 10_000), after=after))

    def list(self, entity_type: str, name: str, version: Optional[str] = None) -> ListFeature:
        """The lists of a feature, one per entity. Asks nobody: whether it is there shows when it is used.

        version: None for the first one; ``"latest"`` for the one that was last marked complete.
        """
        return ListFeature(self._types, entity_type, name, version)

    def values(self, entity_type: str, version: Optional[str] = None) -> Values:
        """The values of scalar features of a type of entities. Asks nobody. version: as of `list`."""
        return Values(self._types, entity_type, version)

    def create_feed(
        self,
        name: str,
        stream: str,
        *,
        entity: str,
        value: str,
        list_name: Optional[str] = None,
        scalar_name: Optional[str] = None,
        entity_type: Optional[str] = None,
        version: Optional[str] = None,
        time: Optional[str] = None,
        if_match: Optional[str] = None,
        if_absent: bool = False,
    ) -> Json:
        """Feeds a feature from a stream, from its oldest event on; returns the definition.

        entity, value, time: JSON pointers into payloads, such as ``"/user"``; without time the time of the event counts.
        list_name, scalar_name: the name of the feature, one of the two. entity_type: None for what the pointer to the entity ends with.
        if_match: the tag that its definition must have. if_absent: it must not exist. Else Refused with code ``precondition_failed``.
        """
        pointers = without_none(entity=entity, value=value, time=time)
        fed = without_none(list=list_name, scalar=scalar_name, entity_type=entity_type, version=version)
        body = {"stream": nonempty("stream", stream), **pointers, **fed}
        return self._http.json("PUT", _feed_path(name), body=body, if_match=if_match, if_absent=if_absent)

    def feeds(self) -> List[Json]:
        """The definitions of all feeds, as of `feed`."""
        return self._http.listed("/v1/feeds", "feeds")

    def feed(self, name: str) -> Json:
        """The definition of a feed, how many events it has fed, skipped and passed over, and its lag, of all nodes; NotFound."""
        return self._http.json("GET", _feed_path(name))

    def delete_feed(self, name: str, *, if_match: Optional[str] = None) -> None:
        """Ends a feed; what it has written stays. NotFound if it is not there.

        if_match: the tag that its definition must still have: Refused with code ``precondition_failed`` if it has another one.
        """
        self._http.json("DELETE", _feed_path(name), safe=False, if_match=if_match)

    def create_enrichment(
        self,
        name: str,
        stream: str,
        fields: Mapping[str, StateField],
        *,
        if_match: Optional[str] = None,
        if_absent: bool = False,
    ) -> Json:
        """Makes a state for each key of a stream, from its oldest event on; returns the definition.

        Other fields than it has begin its next generation: with no states, at the oldest event.

        fields: how each field of a state is made, such as ``{"edits": {"function": "count"}}``.
        if_match: the tag that its definition must have. if_absent: it must not exist. Else Refused with code ``precondition_failed``.
        """
        if not isinstance(fields, Mapping):
            raise TypeError(f"fields: {fields!r} (expected: a mapping of names to how each is made)")
        body = {"stream": nonempty("stream", stream), "fields": {field: without_none(**how) for field, how in fields.items()}}
        return self._http.json("PUT", _enrichment_path(name), body=body, if_match=if_match, if_absent=if_absent)

    def enrichments(self) -> List[Json]:
        """The definitions of all enrichments, as of `enrichment`."""
        return self._http.listed("/v1/enrichments", "enrichments")

    def enrichment(self, name: str) -> Json:
        """The definition of an enrichment, and its events, rounds, dead letters and lag, of all nodes; NotFound."""
        return self._http.json("GET", _enrichment_path(name))

    def state(self, enrichment: str, key: str) -> Json:
        """The state of a key: a mapping of key, generation, state, the position of its last event, and waiting, if it has later ones.

        While its first events are being applied there is no state and no position yet, only waiting. NotFound if the enrichment does
        not exist, or no event has the key.
        """
        segment = "%64ead-letters" if key == "dead-letters" else part("key", key)  # not the path of the dead letters
        return self._http.json("GET", _enrichment_path(enrichment) + "/" + segment)

    def enrichment_dead_letters(self, name: str) -> DeadLetters:
        """The events that an enrichment has set aside, of its present generation; asks nothing of the server."""
        return DeadLetters(self._http, _enrichment_path(name))

    def delete_enrichment(self, name: str, *, if_match: Optional[str] = None) -> None:
        """Ends an enrichment; its states are out of reach then. NotFound if it is not there.

        if_match: the tag that its definition must still have: Refused with code ``precondition_failed`` if it has another one.
        """
        self._http.json("DELETE", _enrichment_path(name), safe=False, if_match=if_match)

    @taking(SinkOptions)
    def create_sink(
        self, name: str, *, if_match: Optional[str] = None, if_absent: bool = False, **options: Unpack[SinkOptions]
    ) -> Sink:
        """Posts the events of a stream to a URL, from its oldest event on; with other options it goes on where it is.

        if_match: the tag that its definition must have. if_absent: it must not exist. Else Refused with code ``precondition_failed``.
        """
        sink = self.sink(name)
        sink._define(option_fields(SinkOptions, options), if_match, if_absent)
        return sink

    def sinks(self) -> List[Json]:
        """The definitions of all sinks, as of `Sink.definition`."""
        return self._http.listed("/v1/sinks", "sinks")

    def sink(self, name: str) -> Sink:
        """The sink of this name. Asks nobody: whether it is there shows when it is used."""
        return Sink(self._http, name)

    @taking(AggregateOptions)
    def create_aggregate(
        self, name: str, *, if_match: Optional[str] = None, if_absent: bool = False, **options: Unpack[AggregateOptions]
    ) -> Aggregate:
        """Makes a value for each window and group of a stream, from its oldest event on.

        Another definition than it has begins its next generation, at the oldest event.

        if_match: the tag that its definition must have. if_absent: it must not exist. Else Refused with code ``precondition_failed``.
        """
        aggregate = self.aggregate(name)
        aggregate._define(option_fields(AggregateOptions, options), if_match, if_absent)
        return aggregate

    def aggregates(self) -> List[Json]:
        """The definitions of all aggregates, as of `Aggregate.definition`."""
        return self._http.listed("/v1/aggregates", "aggregates")

    def aggregate(self, name: str) -> Aggregate:
        """The aggregate of this name. Asks nobody: whether it is there shows when it is used."""
        return Aggregate(self._http, "aggregates", name)

    @property
    def messages(self) -> Messages:
        """All that is about messages: sending them, what became of them, accounts, connectors, routes, templates, usage."""
        return Messages(self._http)

    def is_ready(self) -> bool:
        """Whether the server is there and ready, or one of several; asks each once at most."""
        return self._http.is_ready()

    def answer_began(self) -> float:
        """When the last answer to this thread began, by the monotonic clock: leases that it told run from then on."""
        return self._http.answer_began()

    def close(self) -> None:
        """Closes the connection of the calling thread; those of other threads close when these end. It may be used again."""
        self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()


def _feed_path(name: str) -> str:
    return path_of("feeds", name=name)


def _enrichment_path(name: str) -> str:
    return path_of("enrichments", name=name)
