"""Compares our overlaps of properties and zones, given as JSON, with shapely's (GEOS)."""

import json
import math
import sys

import shapely
from shapely.geometry import MultiPolygon, Point, Polygon

METRES_PER_DEGREE = 111_195
# What counts as a contact, and what is near a limit: decision 0020.
SLIVER_SQUARE_METRES, SLIVER_SHARE, DOUBTFUL_METRES = 1, 0.01, 30
# The stated tolerance: shares are given to 0.0001, distances to 0.1 m. Beside a threshold, both answers are right.
SHARE, METRES, SQUARE_METRES, ON_BOUNDARY = 0.00011, 0.051, 0.001, 1e-6
# The overlap with the releases is in whole units of 1e-7 degree, but this one is not asked beyond its nearest tenth.
FAR = 30


def projected(outline, longitude, latitude):
    wide = METRES_PER_DEGREE * math.cos(math.radians(latitude))

    def ring(positions):
        return [((x - longitude) * wide, (y - latitude) * METRES_PER_DEGREE) for x, y in positions]

    return MultiPolygon([Polygon(ring(outer), [ring(hole) for hole in holes]) for outer, *holes in outline["coordinates"]])


def faults(pair):
    longitude, latitude = pair["point"]
    zone = projected(pair["zone"], longitude, latitude)
    parts = [projected(parcel, longitude, latitude) for parcel in pair["parcels"]]
    for shape in (zone, *parts):
        if not shapely.is_valid(shape):
            return [shapely.is_valid_reason(shape)]
    parcels, point = shapely.union_all(parts), Point(0, 0)
    to_point = zone.boundary.distance(point)
    common = parcels.intersection(zone).area
    share = min(1, common / parcels.area)
    found = []
    for name, ours in pair["ours"].items():
        if ours is None:
            nearest = min(to_point, parcels.boundary.distance(zone.boundary))
            if nearest <= DOUBTFUL_METRES or zone.intersects(point) or common > SLIVER_SQUARE_METRES:
                found.append(f"{name} says nothing of a zone at {nearest:.2f} m")
            continue
        if to_point > ON_BOUNDARY and ours["containsPoint"] != zone.intersects(point):
            found.append(f"{name}: containsPoint {ours['containsPoint']}, {to_point:.4f} m from the limit")
        beside = (
            abs(common - SLIVER_SQUARE_METRES) < SQUARE_METRES
            or abs(common / parcels.area - SLIVER_SHARE) < SHARE
        )
        touches = common >= SLIVER_SQUARE_METRES or common / parcels.area >= SLIVER_SHARE
        if ours["touchesParcel"] != touches:
            if not beside:
                found.append(f"{name}: touchesParcel {ours['touchesParcel']}, {common:.4f} m² in common")
            continue
        if abs(ours["shareOfParcel"] - share) > SHARE:
            found.append(f"{name}: share {ours['shareOfParcel']}, {share:.6f} by shapely")
        metres = 0 if touches else parcels.boundary.distance(zone.boundary)
        if abs(ours["distanceMetres"] - metres) > METRES:
            found.append(f"{name}: {ours['distanceMetres']} m, {metres:.4f} m by shapely")
        nearest = min(to_point, 0 if touches and share < 1 - 1e-9 else parcels.boundary.distance(zone.boundary))
        if abs(nearest - DOUBTFUL_METRES) > METRES and ours["nearBoundary"] != (nearest <= DOUBTFUL_METRES):
            found.append(f"{name}: nearBoundary {ours['nearBoundary']}, {nearest:.4f} m")
    return found


pairs = json.load(sys.stdin)
findings = [f"{pair['kind']} {i}, {fault}" for i, pair in enumerate(pairs) for fault in faults(pair)]
print(json.dumps({"version": shapely.__version__, "judged": len(pairs), "findings": findings}))
