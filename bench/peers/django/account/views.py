from django.db.models import Q, Sum
from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.generics import RetrieveAPIView

from .models import LedgerEntry, Profile


class UserDataSerializer(serializers.ModelSerializer):
    nb_credits = serializers.SerializerMethodField()

    class Meta:
        model = Profile
        fields = ["nb_credits", "nom", "prenom", "telephone", "statut", "nomSociete", "adresse"]

    def get_nb_credits(self, profile):
        unexpired = Q(lot__expires_at__isnull=True) | Q(lot__expires_at__gt=now())
        entries = LedgerEntry.objects.filter(unexpired, lot__user_id=profile.user_id)
        return entries.aggregate(total=Sum("credits"))["total"] or 0


class UserDataView(RetrieveAPIView):
    serializer_class = UserDataSerializer

    def get_object(self):
        return self.request.user.profile
